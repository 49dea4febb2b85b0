# A folder in LAZYNCCL_LIBPATH with 100,000 files of other names takes the time to list it. One with
# 20,000 broken files that have the name takes the time to list it and to open and read each file.
consumer - program -O1 <<'C'
#include <dirent.h>
int ncclGetVersion(int *version);
int main(int count, char **words) /* FILES STEM: fills the current folder */
{
    double start, listed, called;
    struct dirent *entry;
    DIR *folder;
    char bytes[64];
    int version, files;
    if (count != 3 || sscanf(words[1], "%d", &files) != 1)
        return 2;
    for (int i = 0; i < files; i++) {
        snprintf(bytes, sizeof bytes, "%s%d", words[2], i);
        int file = open(bytes, O_CREAT | O_WRONLY, 0644);
        if (file < 0 || close(file) != 0)
            return 2;
    }
    start = clock_ms(CLOCK_PROCESS_CPUTIME_ID);
    folder = opendir(".");
    while ((entry = readdir(folder))) {
        int bears = strncmp(entry->d_name, "libnccl.so", 10) == 0;
        int file = bears ? open(entry->d_name, O_RDONLY) : -1;
        if (file >= 0 && (read(file, bytes, sizeof bytes) < 0 || close(file) != 0))
            return 2;
    }
    closedir(folder);
    listed = clock_ms(CLOCK_PROCESS_CPUTIME_ID) - start;
    start = clock_ms(CLOCK_PROCESS_CPUTIME_ID);
    ncclGetVersion(&version);
    called = clock_ms(CLOCK_PROCESS_CPUTIME_ID) - start;
    printf("%d files %s*: %.0f ms (listed and read by hand: %.0f ms)\n", files, words[2], called,
           listed);
    return called > 2 * listed + 20;
}
C
mkdir foreign broken
for row in "foreign 100000 file" "broken 20000 libnccl.so.2."; do
    set -- $row
    ! is_brief || set -- "$1" $(($2 / 5)) "$3"
    (cd "$1" && LAZYNCCL_LIBPATH=$PWD "$stage/program" "$2" "$3")
done
