/* What no grammar covers of what loaders print: ld.so's assertions, exceptions without a library's
 * name, other programs' summaries, and our own messages.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/messages.h"

const struct message_row messages_of_loaders[] = {
    {CAUSE, "needed != NULL", "a file wants a version of a library that it does not need", "LN505"},
    {CAUSE, "check_match: Assertion",
     "a library without version nodes stands where one with them belongs", "LN105 LN117 LN113"},
    /* the names come before it, in lines of healthy runs too */
    {EFFECT, "Cannot dlopen some GPU libraries", "TensorFlow does not find a library of CUDA",
     "LN115 LN109 LN116 LN125 LN129"},
    {CAUSE, "DynamicLibNotFoundError", "cuda.pathfinder does not find a library",
     "LN115 LN109 LN116 LN125 LN129"},
    {CAUSE, "FunctionNotFoundError", "a library lacks a function that is called",
     "LN103 LN107 LN102"},
    /* ours */
    {CAUSE, "LAZYNCCL_%=%: ", "lazynccl refuses a setting", "LN114"},
    {CAUSE, "cannot be used: *; correct or unset %_LIBPATH",
     "a file that LAZYNCCL_LIBPATH names cannot be used", "LN123"},
    {CAUSE, "cannot be used: *_SEARCH=* allows no others",
     "lazynccl finds no copy in the places that LAZYNCCL_SEARCH allows: unset it, or add one",
     "LN120"},
    {0},
};
