/* The library of a stand-in that no stub describes: it is searched for by its SONAME.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "library/library.h"
#include "standin/standin.h"

#define CONF lazynccl_standin_conf

static const char *const sonames[] = {CONF.soname, NULL}, *const none[] = {NULL};
static const char *const one_wheel[] = {CONF.wheels[0], NULL};
static const char *const two_wheels[] = {CONF.wheels[0], CONF.wheels[1], NULL};
static const char *const packages[] = {CONF.package, NULL};

static struct lazynccl_description description = {
    .name = CONF.soname,
    .title = CONF.soname,
    .sonames = sonames,
    .wheels = none,
    .roots = none,
    .packages = none,
    .version_function = "",
    .symbols = "",
};
static lazynccl_library library = {.description = &description, .root = &library};

lazynccl_library *const lazynccl_libraries[] = {&library};
const int lazynccl_libraries_count = 1;

/* The writer moves the slots, and this address of them. */
extern lazynccl_symbol lazynccl_standin_slots[] LAZYNCCL_INTERNAL;
const struct lazynccl_trampolines lazynccl_trampolines_standin = {
    .resolve = lazynccl_standin_resolve, .library = &library, .slots = lazynccl_standin_slots};

/* Threads may race here: all of them store the same. */
void lazynccl_standin_prepare(void)
{
    const char *const *wheels = *CONF.wheels[1] ? two_wheels : one_wheel;

    if (*CONF.wheels[0])
        __atomic_store_n(&description.wheels, wheels, __ATOMIC_RELEASE);
    if (*CONF.package)
        __atomic_store_n(&description.packages, packages, __ATOMIC_RELEASE);
}
