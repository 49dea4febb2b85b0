/* For an archive that `link` makes: the table of a program has the names by slot, NULL if the
 * program does not use the function.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#define lazynccl_symbol_first(description) (description)->table[0]
#define lazynccl_symbol_next(description, index, name)                                             \
    ((void)(name), (description)->table[(index) + 1])
#define lazynccl_symbol_of(handle, name, version)                                                  \
    (name ? (lazynccl_function)(uintptr_t)(version ? dlvsym(handle, name, version)                 \
                                                   : dlsym(handle, name))                          \
          : NULL)
