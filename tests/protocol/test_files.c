/* Checks that a file is written whole or not at all, and read whole or refused.
 *
 * A process that writes is killed in the middle, again and again; a disk is full in three ways: by
 * a limit on the size of files, by /dev/full, and by a file system of a few pages, which takes root
 * to mount and is left out elsewhere. What was there before has to be there afterwards.
 */
#define _GNU_SOURCE
#include "files/files.h"

#include "unit.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    LARGE = 32 << 20, /* bytes: takes long enough to write that it can be interrupted */
    SMALL = 100,
    FULL_BYTES = 1 << 20, /* more than a file may have where the disk is to be full */
    DISK_LIMIT = 1 << 16,
    ATTEMPTS = 200,
    KILLS = 5,
    WAIT_US = 200,
    SKIPPED = 77,
};

/* The folder that a test works in, and names in it. */
typedef struct {
    char folder[32], path[64], part[64], link[64];
} Place;

static void make_place(Place *place)
{
    strcpy(place->folder, "/tmp/test_files.XXXXXX");
    assert_non_null(mkdtemp(place->folder));
    snprintf(place->path, sizeof place->path, "%s/file", place->folder);
    snprintf(place->part, sizeof place->part, "%s/file.part", place->folder);
    snprintf(place->link, sizeof place->link, "%s/link", place->folder);
}

static void remove_place(const Place *place)
{
    unlink(place->path);
    unlink(place->part);
    unlink(place->link);
    assert_int_equal(rmdir(place->folder), 0); /* nothing else was left there */
}

/* A text of that many equal letters, to be dropped. */
static FileText text_of(char letter, size_t count)
{
    FileText text = {0};
    char *letters = malloc(count);
    assert_non_null(letters);
    memset(letters, letter, count);
    file_add_bytes(&text, letters, count);
    free(letters);
    assert_false(text.failed);
    return text;
}

static bool write_letters(const char *path, char letter, size_t count)
{
    FileText text = text_of(letter, count);
    bool is_good = file_write(path, &text);
    int error = errno;
    file_drop_text(&text);
    errno = error;
    return is_good;
}

/* Checks that the file has one letter that many times, and returns which. */
static char letter_of(const char *path, size_t count)
{
    char fault[FILE_FAULT_MAX];
    size_t length;
    char *bytes = file_read_bytes(path, LARGE, &length, fault);
    assert_non_null(bytes);
    assert_int_equal(length, count);
    char letter = bytes[0];
    for (size_t i = 0; i < length; i++) {
        assert_int_equal(bytes[i], letter);
    }
    free(bytes);
    return letter;
}

static bool exists(const char *path)
{
    struct stat there;
    return lstat(path, &there) == 0;
}

TEST(test_replaces_what_is_there)
{
    Place place;
    make_place(&place);
    assert_true(write_letters(place.path, 'a', SMALL));
    assert_int_equal(chmod(place.path, S_IRUSR | S_IWUSR), 0);
    assert_int_equal(symlink("file", place.link), 0);
    assert_true(write_letters(place.link, 'b', 2 * SMALL)); /* the link stays one */
    assert_int_equal(letter_of(place.path, 2 * SMALL), 'b');
    struct stat there;
    assert_int_equal(lstat(place.link, &there), 0);
    assert_true(S_ISLNK(there.st_mode));
    assert_int_equal(stat(place.path, &there), 0);
    assert_int_equal(there.st_mode & 0777, S_IRUSR | S_IWUSR); /* nobody else may read it now */
    assert_true(write_letters(place.path, 'c', 0));
    assert_int_equal(stat(place.path, &there), 0);
    assert_int_equal(there.st_size, 0);
    remove_place(&place);
}

/* A link that somebody has left there leads to a file of theirs. */
TEST(test_follows_no_link_beside_a_file)
{
    Place place;
    make_place(&place);
    assert_true(write_letters(place.link, 'a', SMALL));
    assert_int_equal(symlink("link", place.part), 0);
    assert_true(write_letters(place.path, 'b', 2 * SMALL));
    assert_int_equal(letter_of(place.link, SMALL), 'a');
    assert_int_equal(letter_of(place.path, 2 * SMALL), 'b');
    assert_false(exists(place.part));
    remove_place(&place);
}

/* Kills a process that writes, once it has begun. Says whether it was in the middle. */
static bool kill_writer(const Place *place)
{
    pid_t writer = fork();
    assert_true(writer >= 0);
    if (writer == 0) {
        write_letters(place->path, 'b', LARGE);
        _exit(EXIT_SUCCESS);
    }
    struct stat part;
    int status;
    while (stat(place->part, &part) != 0 || part.st_size == 0) {
        if (waitpid(writer, &status, WNOHANG) == writer) {
            return false;
        }
        usleep(WAIT_US);
    }
    kill(writer, SIGKILL);
    assert_int_equal(waitpid(writer, &status, 0), writer);
    bool was_killed = exists(place->part);
    unlink(place->part);
    return was_killed;
}

TEST(test_survives_a_kill)
{
    Place place;
    int killed = 0;
    make_place(&place);
    for (int i = 0; i < ATTEMPTS && killed < KILLS; i++) {
        assert_true(write_letters(place.path, 'a', LARGE));
        bool was_killed = kill_writer(&place);
        assert_int_equal(letter_of(place.path, LARGE), was_killed ? 'a' : 'b');
        killed += was_killed;
    }
    assert_int_equal(killed, KILLS);
    remove_place(&place);
}

/* Writes where there is no room for it, in a process of its own, and checks what is left. */
static int write_without_room(const Place *place, int error)
{
    bool is_good = !write_letters(place->path, 'b', FULL_BYTES) && errno == error &&
                   !exists(place->part) && letter_of(place->path, SMALL) == 'a';
    return is_good ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int status_of(pid_t child)
{
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

TEST(test_survives_a_limit)
{
    Place place;
    make_place(&place);
    assert_true(write_letters(place.path, 'a', SMALL));
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct rlimit limit = {DISK_LIMIT, DISK_LIMIT};
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &limit);
        _exit(write_without_room(&place, EFBIG));
    }
    assert_int_equal(status_of(child), EXIT_SUCCESS);
    remove_place(&place);
}

/* Writes to a file system that has no room; SKIPPED if there can be none. */
static int fill_small_disk(const Place *place)
{
    if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount("none", place->folder, "tmpfs", 0, "size=64k") != 0) {
        return SKIPPED;
    }
    return write_letters(place->path, 'a', SMALL) ? write_without_room(place, ENOSPC)
                                                  : EXIT_FAILURE;
}

TEST(test_survives_a_small_disk)
{
    Place place;
    make_place(&place);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        _exit(fill_small_disk(&place));
    }
    int status = status_of(child);
    remove_place(&place);
    if (status == SKIPPED) {
        print_message("skipped: only root may mount a small file system\n");
        skip();
    }
    assert_int_equal(status, EXIT_SUCCESS);
}

TEST(test_a_device_stays)
{
    if (access("/dev/full", W_OK) != 0) {
        skip();
    }
    assert_false(write_letters("/dev/full", 'a', SMALL));
    assert_int_equal(errno, ENOSPC);
    assert_false(exists("/dev/full.part"));
    assert_true(write_letters("/dev/null", 'a', SMALL));
    struct stat there;
    assert_int_equal(stat("/dev/null", &there), 0);
    assert_true(S_ISCHR(there.st_mode));
}

TEST(test_says_what_cannot_be_written)
{
    Place place;
    make_place(&place);
    assert_true(file_can_be_written(place.path));
    assert_false(exists(place.path));
    assert_false(exists(place.part));
    assert_true(write_letters(place.part, 'p', SMALL)); /* of somebody who writes just now */
    assert_true(file_can_be_written(place.path));
    assert_int_equal(letter_of(place.part, SMALL), 'p');
    assert_true(file_can_be_written("/dev/null"));
    assert_false(file_can_be_written(place.folder));
    assert_int_equal(errno, EISDIR);
    assert_false(file_can_be_written("/nonexistent/file"));
    assert_int_equal(errno, ENOENT);
    assert_false(write_letters("/nonexistent/file", 'a', SMALL));
    assert_int_equal(errno, ENOENT);
    remove_place(&place);
}

TEST(test_reads_a_text_without_the_mark_before_it)
{
    static const char *const written[] = {"\xef\xbb\xbfh8i9", "h8\xef\xbb\xbf", "\xef\xbb",
                                          "\xef\xbb\xbf", ""};
    static const char *const read[] = {"h8i9", "h8\xef\xbb\xbf", "\xef\xbb", "", ""};
    for (size_t i = 0; i < sizeof read / sizeof *read; i++) {
        Place place;
        FileText text = {0};
        char fault[FILE_FAULT_MAX] = "";
        make_place(&place);
        file_add_bytes(&text, written[i], strlen(written[i]));
        assert_true(file_write(place.path, &text));
        char *said = file_read(place.path, fault);
        assert_non_null(said);
        assert_string_equal(said, read[i]);
        free(said);
        file_drop_text(&text);
        remove_place(&place);
    }
}

TEST(test_refuses_what_is_too_large)
{
    Place place;
    char fault[FILE_FAULT_MAX] = "";
    size_t count;
    make_place(&place);
    assert_true(write_letters(place.path, 'a', SMALL));
    char *bytes = file_read_bytes(place.path, SMALL, &count, fault);
    assert_non_null(bytes);
    assert_int_equal(count, SMALL);
    free(bytes);
    assert_null(file_read_bytes(place.path, SMALL - 1, &count, fault));
    assert_string_equal(fault, "it is larger than 99 bytes");
    assert_int_not_equal(errno, ENOENT); /* which would mean that there is none yet */
    assert_null(file_read_bytes("/dev/zero", LARGE, &count, fault));
    assert_string_equal(fault, "it is larger than 32 MiB");
    assert_null(file_read_bytes(place.link, SMALL, &count, fault));
    assert_int_equal(errno, ENOENT);
    remove_place(&place);
}
