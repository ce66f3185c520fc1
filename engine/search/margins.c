/* margins - in a build with TUNING: from constants to settings; see margins.h. */
#include "search/margins.h"

#ifdef TUNING
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *name;
    int least, most;
} Margin;

int margins_now[] = {
#define X(name, value, least, most) (value),
    MARGINS(X)
#undef X
};

static const Margin margins[] = {
#define X(name, value, least, most) {#name, least, most},
    MARGINS(X)
#undef X
};

/* A tuner that misspells a name must not go on as if nothing had happened. */
static void give_up(const char *setting)
{
    fprintf(stderr, "TENGEN_MARGINS: no such margin, or no such value: %s\n", setting);
    exit(EXIT_FAILURE);
}

static void set(const char *setting)
{
    const char *equals = strchr(setting, '=');
    size_t length = equals == NULL ? 0 : (size_t)(equals - setting);
    for (size_t i = 0; i < sizeof margins / sizeof *margins; i++) {
        if (strlen(margins[i].name) == length && strncmp(margins[i].name, setting, length) == 0) {
            int value = atoi(equals + 1);
            if (value < margins[i].least || value > margins[i].most) {
                break;
            }
            margins_now[i] = value;
            return;
        }
    }
    give_up(setting);
}

__attribute__((constructor)) static void read_environment(void)
{
    const char *settings = getenv("TENGEN_MARGINS");
    while (settings != NULL && *settings != '\0') {
        char setting[80];
        size_t length = strcspn(settings, ",");
        snprintf(setting, sizeof setting, "%.*s", (int)length, settings);
        set(setting);
        settings += length + (settings[length] == ',');
    }
}
#else
typedef int margins_are_constants;
#endif
