/* Writes an image of one pixel and reads its size again. SPDX-License-Identifier: Apache-2.0 OR MIT
 */
#include <png.h>
#include <stdio.h>

int main(void)
{
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = 1,
                       .height = 1,
                       .format = PNG_FORMAT_RGBA},
              again = {.version = PNG_IMAGE_VERSION};

    if (png_access_version_number() / 10000 != 1 ||
        !png_image_write_to_file(&image, "one.png", 0, "abcd", 0, NULL) ||
        !png_image_begin_read_from_file(&again, "one.png") || again.width != 1)
        return 1;
    png_image_free(&again);
    puts("works");
    return 0;
}
