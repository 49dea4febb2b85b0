/* Does what its arguments say, each NAME or NAME=VALUE, and prints a line for each. */
#include "lazynccl.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

int nvrtcVersion(int *, int *);
const char *nvrtcGetErrorString(int);
int nvrtcGetNumSupportedArchs(int *);
int ncclGetVersion(int *);
const char *ncclGetErrorString(int);

static const char *shown(const char *text)
{
    return text ? text : "NULL";
}

static HANDLE gate;

static DWORD WINAPI first_call(void *wrong)
{
    int major = 0, minor = 0;

    WaitForSingleObject(gate, INFINITE);
    if (nvrtcVersion(&major, &minor) || major != 12)
        InterlockedIncrement(wrong);
    return 0;
}

static void threads(void)
{
    HANDLE all[16];
    LONG wrong = 0;

    gate = CreateEventA(NULL, TRUE, FALSE, NULL);
    for (int i = 0; i < 16; i++)
        all[i] = CreateThread(NULL, 0, first_call, &wrong, 0, NULL);
    SetEvent(gate);
    WaitForMultipleObjects(16, all, TRUE, INFINITE);
    printf("threads: %ld wrong\n", wrong);
}

int main(int count, char **words)
{
    lazynccl_library *nvrtc = lazynccl_nvrtc();

    for (int i = 1; i < count; i++) {
        const char *word = words[i], *value = strchr(word, '=');
        size_t length = value ? (size_t)(value - word) : strlen(word);
        int a = -1, b = -1;

#define IS(name) (length == strlen(name) && memcmp(word, name, length) == 0)
        value = value ? value + 1 : NULL;
        if (IS("mapped")) {
            printf("mapped: %d\n", GetModuleHandleA("nvrtc64_120_0.dll") ||
                                       GetModuleHandleA("nvrtc64_130_0.dll"));
        } else if (IS("call")) {
            if (nvrtcVersion(&a, &b))
                puts("call: absent");
            else
                printf("call: %d.%d\n", a, b);
        } else if (IS("text")) {
            printf("text: %s\n", shown(nvrtcGetErrorString(11)));
        } else if (IS("builtins")) {
            a = nvrtcGetNumSupportedArchs(&b);
            printf("builtins: %d, status %d\n", b, a);
        } else if (IS("nccl")) {
            a = ncclGetVersion(&b);
            printf("nccl: status %d, %d, %s\n", a, b, ncclGetErrorString(a));
        } else if (IS("threads")) {
            threads();
        } else if (IS("why")) {
            printf("why: %s\n", shown(lazynccl_why(nvrtc)));
        } else if (IS("error")) {
            printf("error: %s\n", shown(lazynccl_error(nvrtc, value)));
        } else if (IS("report")) {
            printf("report:\n%s", lazynccl_report(nvrtc));
        } else if (IS("where")) {
            printf("where: %s %d\n", shown(lazynccl_found_via(nvrtc)), lazynccl_version(nvrtc));
        } else if (IS("path")) {
            printf("path: %s\n", shown(lazynccl_path(nvrtc)));
        } else if (IS("available")) {
            printf("available: %d\n", lazynccl_available(nvrtc));
        } else if (IS("has")) {
            printf("has: %d\n", lazynccl_has(nvrtc, value));
        } else if (IS("missing")) {
            printf("missing: %s\n", shown(lazynccl_missing(nvrtc)));
        } else if (IS("symbol")) {
            printf("symbol: %d\n", lazynccl_symbol(nvrtc, value) != NULL);
        } else if (IS("load")) {
            printf("load: %d\n", lazynccl_load(nvrtc));
        } else if (IS("freeze")) {
            lazynccl_freeze();
        } else if (IS("require")) {
            printf("require: %d\n", lazynccl_require(nvrtc, atoi(value)));
        } else if (IS("set_path")) {
            printf("set_path: %d\n", lazynccl_set_path(nvrtc, value));
        } else if (IS("set_handle")) {
            printf("set_handle: %d\n", lazynccl_set_handle(nvrtc, LoadLibraryA(value)));
        } else {
            printf("unknown: %s\n", word);
            return 1;
        }
    }
    return 0;
}
