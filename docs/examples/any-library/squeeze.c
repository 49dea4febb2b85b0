/* Squeezes its input if zlib is there. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <zlib.h>

int main(void)
{
    unsigned char text[] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", packed[100];
    uLongf size = sizeof packed;
    int error = compress(packed, &size, text, sizeof text);

    if (error) {
        printf("not squeezed: %s\n", zError(error));
        return 1;
    }
    printf("%zu bytes squeezed to %lu by zlib %s\n", sizeof text, size, zlibVersion());
    return 0;
}
