/* Used if no function of a copy has an alias.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#define lazynccl_symbol_next(description, index, name) ((void)(index), (name) + strlen(name) + 1)
