/* Fuzzes the wheel reader, and the ELF reader on its members. */
#define _GNU_SOURCE
#include "common/wheels/wheel.h"
#include "fuzz.h"
#include "common/files/elf.h"
#include "tool/audit/report.h"
#include <string.h>

/* Whether pip would extract a member of this name to the folder it belongs in. */
static int is_plain(const char *name)
{
    if (*name == '/' || strstr(name, "//"))
        return 0;
    for (const char *at = name; at; at = strchr(at, '/')) {
        at += *at == '/';
        if (strncmp(at, "../", 3) == 0 || strcmp(at, "..") == 0 || strncmp(at, "./", 2) == 0)
            return 0;
    }
    for (; *name; name++)
        if ((unsigned char)*name < 0x20 || *name == 0x7f)
            return 0;
    return 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wheel wheel;
    struct audit audit = {.title = "wheel", .wheel = &wheel};
    char path[64];
    int fd = fuzz_file(data, size);

    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    const char *why = wheel_open(&wheel, path);
    close(fd);
    if (why) {
        fuzz_check(*why != '\0', "a reason");
        return 0;
    }
    fuzz_check(wheel.metadata.name != NULL, "a wheel has a name");
    for (size_t i = 0; i < wheel.names.count; i++) {
        fuzz_check(is_plain(wheel.names.list[i]), "names are below site-packages");
        fuzz_check(i == 0 || strcmp(wheel.names.list[i - 1], wheel.names.list[i]) < 0,
                   "each name once");
    }
    why = audit_wheel(&audit);
    fuzz_check(!why || *why, "a reason");
    audit_free(&audit);
    wheel_close(&wheel);
    return 0;
}
