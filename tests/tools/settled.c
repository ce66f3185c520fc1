/* settled - see settled.h. */
#include "settled.h"

#include "tools/prove/proof_check.h"
#include "tools/prove/proof_write.h"

#include <assert.h>
#include <stddef.h>

enum { PLENTY = 1 << 20 };

void settle(Worker *worker, const Position *root, const ProofEffort *effort, ProofTree *tree)
{
    ProofThreats *threats = proof_threats_new(PROOF_NODES);
    bool is_ready = threats != NULL && proof_tree_init(tree, root, POINT_NONE);
    assert(is_ready);
    tree->effort = effort;
    while (!proof_tree_is_settled(tree)) {
        proof_tree_choose(tree);
        assert(tree->batch_count > 0 || proof_tree_is_settled(tree));
        for (int i = 0; i < tree->batch_count; i++) {
            const ProofQuestion *question = &tree->batch[i].question;
            bool is_done = proof_job_run(worker, threats, root, question, &tree->log);
            assert(is_done);
        }
        bool fits = proof_tree_apply(tree);
        assert(fits);
    }
    proof_threats_free(threats);
}

/* Appends the body, and returns how many nodes it has. */
static int64_t add_body(Worker *worker, const Position *root, ProofBytes *body)
{
    ProofTree tree;
    ProofSize size;
    settle(worker, root, NULL, &tree);
    bool is_written = proof_write_body(&tree, PLENTY, body, &size);
    assert(is_written && proof_check_body(root, proof_reader_of(body)) == NULL);
    proof_tree_free(&tree);
    return size.nodes;
}

void settled_body(Worker *worker, const Position *root, ProofBytes *body)
{
    add_body(worker, root, body);
}

void settled_proof(Worker *worker, const Position *root, ProofBytes *file)
{
    ProofBytes body = {0};
    int64_t nodes = add_body(worker, root, &body);
    proof_write_header(root, nodes, file);
    proof_add_bytes(file, body.bytes, body.count);
    proof_drop_bytes(&body);
}
