/* answer - one question to the engine: what is searched for it, and how the result is reported. */
#ifndef TENGEN_API_ANSWER_H
#define TENGEN_API_ANSWER_H

#include "book/book_answer.h"
#include "search/thread_pool.h"
#include "tengen/types.h"

typedef struct {
    Question question;
    int target; /* of balancing */
    Limits limits;
    EngineListener listener;
    Opening opening;      /* of QUESTION_OPENING */
    uint64_t seed;        /* of what is drawn: openings, moves below full strength */
    BookReader *book;     /* to answer from; NULL: none */
    VerdictSource source; /* who is asked what is known; find NULL: nobody */
} Request;

/* Searches the position of the pool's leader for the answer, with the clock started, and tells the
 * listener about iterations and moves; on_answer is left to the caller. */
EngineReport answer_question(Request *request, ThreadPool *pool);

#endif
