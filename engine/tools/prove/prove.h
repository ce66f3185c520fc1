/* prove - a complete proof that the side to move wins, from the search to the file.
 *
 * The search goes from batch to batch of leaves (proof_tree.h). Threads try the leaves, and the
 * outcomes are applied in the order of the leaves. So a position gives the same file whatever
 * the number of threads. The state to go on from is the log of all outcomes: from it the tree is
 * grown again, batch by batch, exactly as it was.
 *
 *   position --> choose a batch --> try its leaves --> apply the outcomes --+
 *                     ^             (all cores)                             |
 *                     +-------------- until the root is settled <-----------+
 *                                                |
 *                           write the body --> check it --> compress it
 *
 * A proof goes out only when proof_check.h has found nothing wrong with it.
 */
#ifndef TENGEN_TOOLS_PROVE_PROVE_H
#define TENGEN_TOOLS_PROVE_PROVE_H

#include "tengen/prove_options.h"

/* Searches for a proof and hands it on. The fault is filled where it refuses, and where there is no
 * win. */
ProveEnd prove_run(const ProveOptions *options, const ProveListener *listener,
                   char fault[TOOL_FAULT_MAX]);

#endif
