/* Starts without video, formats through a variadic function, and passes structs by value.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <SDL.h>
#include <stdio.h>

#undef main
int main(int argc, char **argv)
{
    char text[20], guid[40];

    (void)argc;
    (void)argv;
    if (SDL_Init(SDL_INIT_TIMER) != 0)
        return 1;
    SDL_snprintf(text, sizeof text, "%s %.1f", "works", 2.5);
    SDL_GUIDToString(SDL_GUIDFromString("0123456789abcdef0123456789abcdef"), guid, sizeof guid);
    SDL_Quit();
    puts(text);
    return SDL_strcmp(guid, "0123456789abcdef0123456789abcdef") != 0;
}
