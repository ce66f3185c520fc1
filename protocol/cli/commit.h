/* commit - which commit of its repository the program was built from, for --version.
 *
 * The build writes the source of this (commit.cmake). Nothing that is kept in a file depends on it:
 * files name the engine by a hash of its sources, which a commit that changes a document leaves
 * alone (origin.h).
 */
#ifndef TENGEN_PROTOCOL_CLI_COMMIT_H
#define TENGEN_PROTOCOL_CLI_COMMIT_H

/* Its first digits; "-dirty" behind them where files of the repository had been changed; "unknown
 * commit" where neither git nor the archive of the sources told it. */
extern const char commit_name[];

#endif
