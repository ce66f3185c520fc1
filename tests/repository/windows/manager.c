/* manager - does to an engine on Windows what managers there do to it.
 *
 *   manager.exe ENGINE.EXE [BYTES]      exit status 0 if the engine stood it; BYTES it may use
 *
 * The conversations of tests/ speak to a program over the pipes of another system. This speaks over
 * Windows' own, made as Piskvork makes them: standard error in standard output, no window, commands
 * in CRLF. It suspends the engine thread by thread while it is not its turn, asks Windows how much
 * memory it took, leaves it alone with its pipes closed, and wants whole lines in whatever it
 * reads. Each line of its own output is one thing seen; the first that is wrong ends the program.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>
#include <psapi.h>
#include <tlhelp32.h>

enum {
    CHUNK = 4096,
    PATIENCE_MS = 10000, /* for what has no time limit */
    FAREWELL_MS = 500,   /* managers kill an engine that lives longer after END */
    LATE_MS = 300,       /* that an answer may come after its time, on a busy machine */
    TURN_MS = 1000,
    PAUSE_MS = 1500, /* suspended */
    LOOK_MS = 5,     /* between two looks into a pipe */
};

typedef struct {
    PROCESS_INFORMATION process;
    HANDLE to, from; /* our ends of the pipes */
    int64_t asked_ms;
    char chunk[CHUNK + 1], *next; /* what was read last, and its first line not yet taken */
} Player;

static int64_t now_ms(void)
{
    LARGE_INTEGER count, frequency;
    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&frequency);
    return count.QuadPart * 1000 / frequency.QuadPart;
}

/* Tells what was seen, and ends the program if it is wrong. */
static void expect(bool good, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    printf("%s", good ? "ok: " : "WRONG: ");
    vprintf(format, arguments);
    putchar('\n');
    va_end(arguments);
    fflush(stdout);
    if (!good) {
        exit(EXIT_FAILURE);
    }
}

/* Makes a pipe of which the engine inherits one end. */
static void open_pipe(HANDLE *reading, HANDLE *writing, HANDLE *ours)
{
    SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
    if (!CreatePipe(reading, writing, &inherited, 0) ||
        !SetHandleInformation(*ours, HANDLE_FLAG_INHERIT, 0)) {
        expect(false, "no pipe: error %lu", GetLastError());
    }
}

static Player start(const char *program)
{
    Player player = {.asked_ms = now_ms()};
    HANDLE its_input, its_output;
    char command[MAX_PATH + 2];
    snprintf(command, sizeof command, "\"%s\"", program);
    open_pipe(&its_input, &player.to, &player.to);
    open_pipe(&player.from, &its_output, &player.from);
    STARTUPINFOA options = {.cb = sizeof options,
                            .dwFlags = STARTF_USESTDHANDLES | STARTF_USESHOWWINDOW,
                            .wShowWindow = SW_HIDE,
                            .hStdInput = its_input,
                            .hStdOutput = its_output,
                            .hStdError = its_output};
    if (!CreateProcessA(NULL, command, NULL, NULL, TRUE, 0, NULL, NULL, &options,
                        &player.process)) {
        expect(false, "%s cannot be started: error %lu", program, GetLastError());
    }
    CloseHandle(its_input);
    CloseHandle(its_output);
    return player;
}

static void say(Player *player, const char *lines)
{
    DWORD length = (DWORD)strlen(lines), written = 0;
    player->asked_ms = now_ms();
    if (!WriteFile(player->to, lines, length, &written, NULL) || written != length) {
        expect(false, "the engine does not take: %s", lines);
    }
}

/* Takes in what the pipe holds, which must be whole lines; false if none comes in time. */
static bool take(Player *player, int64_t limit_ms)
{
    DWORD length = 0;
    while (PeekNamedPipe(player->from, NULL, 0, NULL, &length, NULL) && length == 0 &&
           now_ms() - player->asked_ms <= limit_ms) {
        Sleep(LOOK_MS);
    }
    if (length == 0 || !ReadFile(player->from, player->chunk, CHUNK, &length, NULL)) {
        return false;
    }
    player->chunk[length] = '\0';
    player->next = player->chunk;
    if (player->chunk[length - 1] != '\n' || strchr(player->chunk, '\r') != NULL) {
        expect(false, "not whole lines with LF at their ends: %s", player->chunk);
    }
    return true;
}

/* The next line that comes before the time is over; NULL if none does. */
static const char *hear(Player *player, int64_t limit_ms)
{
    if ((player->next == NULL || *player->next == '\0') && !take(player, limit_ms)) {
        return NULL;
    }
    char *line = player->next, *end = strchr(line, '\n');
    *end = '\0';
    player->next = end + 1;
    return line;
}

static void expect_ok(Player *player)
{
    const char *line = hear(player, PATIENCE_MS);
    expect(line != NULL && strcmp(line, "OK") == 0, "OK after %lld ms",
           (long long)(now_ms() - player->asked_ms));
}

/* Waits for a move, MESSAGE lines before it, that comes between these times. */
static void expect_move(Player *player, int64_t earliest_ms, int64_t latest_ms)
{
    const char *line;
    int x, y;
    char more;
    do {
        line = hear(player, latest_ms);
    } while (line != NULL && strncmp(line, "MESSAGE ", strlen("MESSAGE ")) == 0);
    int64_t took_ms = now_ms() - player->asked_ms;
    bool is_move = line != NULL && sscanf(line, "%d,%d%c", &x, &y, &more) == 2;
    expect(is_move && took_ms >= earliest_ms && took_ms <= latest_ms,
           "%s after %lld ms, wanted a move after %lld to %lld", line != NULL ? line : "nothing",
           (long long)took_ms, (long long)earliest_ms, (long long)latest_ms);
}

typedef DWORD WINAPI ThreadAction(HANDLE thread);

/* What Piskvork does to an engine that is not to think now, and to wake it. */
static void for_each_thread(const Player *player, ThreadAction *action)
{
    THREADENTRY32 entry = {.dwSize = sizeof entry};
    HANDLE all = CreateToolhelp32Snapshot(TH32CS_SNAPTHREAD, 0);
    int count = 0;
    for (BOOL more = Thread32First(all, &entry); more; more = Thread32Next(all, &entry)) {
        if (entry.th32OwnerProcessID == player->process.dwProcessId) {
            HANDLE thread = OpenThread(THREAD_SUSPEND_RESUME, FALSE, entry.th32ThreadID);
            action(thread);
            CloseHandle(thread);
            count++;
        }
    }
    CloseHandle(all);
    if (count == 0) {
        expect(false, "the engine has no threads");
    }
}

static void expect_memory(const Player *player, uint64_t most)
{
    PROCESS_MEMORY_COUNTERS_EX used = {.cb = sizeof used};
    BOOL known = GetProcessMemoryInfo(player->process.hProcess, (PROCESS_MEMORY_COUNTERS *)&used,
                                      sizeof used);
    expect(known && used.PeakWorkingSetSize < most && used.PrivateUsage < most,
           "peak working set %llu kB, private %llu kB, allowed %llu kB",
           (unsigned long long)used.PeakWorkingSetSize / 1024,
           (unsigned long long)used.PrivateUsage / 1024, (unsigned long long)most / 1024);
}

static void expect_end(const Player *player, const char *why, bool wants_success)
{
    int64_t begin = now_ms();
    DWORD code = STILL_ACTIVE;
    WaitForSingleObject(player->process.hProcess, FAREWELL_MS);
    GetExitCodeProcess(player->process.hProcess, &code);
    expect(code != STILL_ACTIVE && (code == 0 || !wants_success), "%s: exit code %lu after %lld ms",
           why, code, (long long)(now_ms() - begin));
}

/* A game's beginning, with a pause as between two moves. */
static void play(const char *program, uint64_t bytes)
{
    char info[200];
    Player player = start(program);
    snprintf(info, sizeof info, "INFO max_memory %llu\r\nINFO timeout_turn %d\r\nBEGIN\r\n",
             (unsigned long long)bytes, TURN_MS);
    say(&player, "START 20\r\n");
    expect_ok(&player);
    say(&player, info);
    expect_move(&player, 0, TURN_MS + LATE_MS);
    for_each_thread(&player, SuspendThread);
    say(&player, "INFO time_left 100000\r\nBOARD\r\n7,7,2\r\n12,12,1\r\n6,11,2\r\nDONE\r\n");
    expect(hear(&player, PAUSE_MS) == NULL, "silence while it is suspended");
    player.asked_ms = now_ms();
    for_each_thread(&player, ResumeThread);
    expect_move(&player, TURN_MS / 3, TURN_MS + LATE_MS); /* a time used up by the pause shows */
    expect_memory(&player, bytes);
    say(&player, "END\r\n");
    expect_end(&player, "END", true);
}

/* The engine is left in the middle of a long thought. */
static void leave(const char *program, bool hears, const char *why)
{
    Player player = start(program);
    say(&player, "START 20\r\n");
    expect_ok(&player);
    say(&player,
        hears ? "INFO timeout_turn 1000\r\nBEGIN\r\nTURN 3,3\r\n"
              : "INFO timeout_turn 60000\r\nBOARD\r\n7,7,2\r\n12,12,1\r\n6,11,2\r\nDONE\r\n");
    Sleep(FAREWELL_MS);
    CloseHandle(player.to);
    if (hears) {
        expect_move(&player, 0, TURN_MS + LATE_MS);
        player.asked_ms = now_ms();
        expect_move(&player, 0, TURN_MS + LATE_MS);
    } else {
        CloseHandle(player.from);
    }
    expect_end(&player, why, hears);
    TerminateProcess(player.process.hProcess, EXIT_FAILURE);
}

int main(int argument_count, char **arguments)
{
    if (argument_count < 2) {
        fputs("usage: manager.exe ENGINE.EXE [BYTES]\n", stderr);
        return EXIT_FAILURE;
    }
    uint64_t bytes = argument_count > 2 ? strtoull(arguments[2], NULL, 10) : 350ULL << 20;
    play(arguments[1], bytes);
    leave(arguments[1], true, "the end of the input, after the answers");
    leave(arguments[1], false, "the manager is gone");
    return EXIT_SUCCESS;
}
