/* The functions of corner.h. */
#include "corner.h"
#include <stdint.h>

int corner_data = 5;

int corner_callback(int (*call)(void *), void *with)
{
    return call(with) + 1;
}

static int chosen(int x)
{
    return x + 40;
}

static int (*choose(void))(int)
{
    return chosen;
}
int corner_chosen(int) __attribute__((ifunc("choose")));

int corner_versioned_1(void)
{
    return 1;
}

int corner_versioned_2(void)
{
    return 2;
}
__asm__(".symver corner_versioned_1,corner_versioned@V1");
__asm__(".symver corner_versioned_2,corner_versioned@@V2");

int corner_self(int x)
{
    return x + 1;
}

int corner_alignment(void)
{
    return (int)((uintptr_t)__builtin_frame_address(0) % 16);
}
