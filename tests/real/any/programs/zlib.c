/* Compresses and writes through a variadic function; the first call without zlib must stop. */
#include <stdio.h>
#include <string.h>
#include <zlib.h>

int main(void)
{
    unsigned char packed[100], text[] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                               back[sizeof text];
    uLongf size = sizeof packed, length = sizeof back;
    gzFile file;

    if (compress(packed, &size, text, sizeof text) || uncompress(back, &length, packed, size))
        return 1;
    file = gzopen("said.gz", "w");
    gzprintf(file, "%s %d %.1f", "works", 2, 3.5);
    gzclose(file);
    file = gzopen("said.gz", "r");
    puts(gzgets(file, (char *)back, sizeof back));
    gzclose(file);
    return strcmp((char *)back, "works 2 3.5") != 0;
}
