# A library's version is read from the text in its file, at any offset; similar text is ignored, and
# what comes much later is not read.
consumer - read -I"$SOURCE/src" "$SOURCE/src/common/files/file_version.c" <<'C'
#include "runtime/library/description.h"
#include "runtime/library/library.h"
#include "common/files/file_version.h"
#define CHUNK (1 << 20) /* read this many bytes at a time */
static char bytes[2 * CHUNK + 300];

static int read_back(const char *text, size_t at)
{
    FILE *file = fopen("file", "w");
    memset(bytes, 'x', sizeof bytes);
    memcpy(bytes + at, text, strlen(text));
    fwrite(bytes, 1, sizeof bytes, file);
    fclose(file);
    return file_version_read(lazynccl_nccl()->description, "file");
}

int main(void)
{
    static const struct {
        const char *text;
        int version;
    } rows[] = {{"NCCL version 2.18.3+cuda12.1", 21803}, {"NCCL version 2.7.8", 20708},
                {"NCCL version 2.32.10+", 23210},        {"NCCL version 2", 0},
                {"NCCL version %d.%d.%d", 0},            {"NCCL version ", 0},
                {"NCCL version 2.999999999.1", 0},       {"NCCL version 99999999999.1.1", 0},
                {"NCCL Version 2.18.3", 0},              {"NCCL version 2.18.3.4.5", 21803},
                {"NCCL version x NCCL version 2.18.3", 21803}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (read_back(rows[i].text, 1000) != rows[i].version)
            return printf("%s: %d\n", rows[i].text, read_back(rows[i].text, 1000));
    for (size_t at = CHUNK - 60; at < CHUNK + 260; at++) /* across two reads */
        if (read_back("NCCL version 2.18.13+cuda12.1", at) != 21813)
            return printf("at %zu: %d\n", at, read_back("NCCL version 2.18.13+cuda12.1", at));
    if (read_back("NCCL version 2.18.13", sizeof bytes - 20) != 21813) /* up to the last byte */
        return puts("at the end");
    read_back("NCCL version 2.18.3", 1000);
    FILE *file = fopen("file", "a");
    fputs("NCCL version 2.18.4", file);
    fclose(file);
    if (file_version_read(lazynccl_nccl()->description, "file") != 21803)
        return puts("reads more than it needs");
    const char *digits = "1000000001";
    if (lazynccl_number(&digits) != 100000000 || strcmp(digits, "1") != 0)
        return puts("reads more than nine digits");
    remove("file");
    if (file_version_read(lazynccl_nccl()->description, "file") != 0)
        return puts("no file");
}
C
equal "$(./read)" ''
