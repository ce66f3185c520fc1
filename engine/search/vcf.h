/* vcf - victory by continuous fours: is there one, and which points does it depend on?
 *
 * Who wins by fours alone leaves the opponent nothing but blocks. So a move that brings such a win
 * about is a threat, even if it looks quiet; and of the answers to it only those count that spoil
 * the fours themselves or make a four on the way. vcf_find looks for a short win of that kind with
 * little effort, and collects those points as it comes back from the five.
 *
 * Outside the zone a stone of the opponent changes nothing: it lies on no line on which the win
 * makes its fours, so they stay fours with the same blocks, and it makes no four of its own,
 * neither at once nor with any of those blocks. Where renju's fouls matter, for black who must not
 * make one or for white who counts on one, a stone further away may matter, too: then the win
 * depends on fouls.
 *
 * A position in which all fours were tried in vain is noted in search->no_vcf and not tried again,
 * because many orders of the same fours lead to it. So long wins are found in few nodes, and a long
 * search that was cut short goes on where it stopped.
 */
#ifndef TENGEN_SEARCH_VCF_H
#define TENGEN_SEARCH_VCF_H

#include "search/search.h"

typedef struct {
    int plies;             /* moves of both sides until five, at most */
    Point move;            /* the first of them */
    PointSet zone;         /* empty points where the opponent's stone could spoil the win */
    bool depends_on_fouls; /* it could elsewhere, too */
} Vcf;

/* How far a win by fours is looked for. */
typedef struct {
    uint64_t nodes; /* at most, counted with those of the search */
    int plies;      /* at most until five; PLY_MAX: any number */
    bool all_fours; /* simple fours (candidates.h), too */
} VcfLimits;

/* Looks for a win by fours of the side to move. Uses the room for moves from that ply on. False,
 * with `vcf` undefined, if none was found: there may be one all the same. */
bool vcf_find(Search *search, int ply, const VcfLimits *limits, Vcf *vcf);

#endif
