/* textfile - reading a text file as a whole, with limits that whatever is no such file runs into.
 *
 * A person may name anything: a folder, a program, a device that never ends. So a file may not have
 * bytes that no text has, nor a line or a size that none of Tengen's files reaches.
 */
#ifndef TENGEN_PROTOCOL_TEXTFILE_H
#define TENGEN_PROTOCOL_TEXTFILE_H

enum {
    TEXTFILE_LINE_MAX = 64 << 10,  /* bytes; the longest game has 11 kB, the longest duel 5 */
    TEXTFILE_SIZE_MAX = 256 << 20, /* bytes; half a million games */
    TEXTFILE_FAULT_MAX = 200,      /* bytes of a sentence about what is wrong, its end included */
};

/* Reads a file to its end, as a text to be freed. NULL and a sentence if that cannot be done; errno
 * is ENOENT if there is no such file, and something else if there is. */
char *textfile_read(const char *path, char fault[TEXTFILE_FAULT_MAX]);

#endif
