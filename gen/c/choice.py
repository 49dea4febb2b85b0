"""Applies the options to the stubs.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from collections.abc import Sequence
from dataclasses import replace

from gen.c.clashes import distinct
from gen.c.inputs import Inputs, direct_of, machines
from gen.c.locations import LOCATIONS, PARTNER, searched
from gen.c.only import restricted, unknown, used, with_families
from gen.c.options import (
    COMPLETE,
    CUDA,
    DECLARE,
    MACHINE,
    NO_CALLS,
    ONLY,
    OPEN,
    OPTIONAL,
    PREFIX,
    PRIORITY,
    RUST,
    SEARCH,
    VERSIONS_FROM,
    Options,
)
from gen.stub.check import checked, findings_of_functions, findings_of_rows
from gen.stub.input_names import is_c_name
from gen.stub.stub import FULL, OPENS, PRIORITIES, Stub
from gen.stub.symbols import cuda_major
from gen.write import InputError, MisuseError


def of_cuda(stub: Stub, word: str) -> Stub:
    """Returns the stub with only the SONAMEs of one CUDA major and of no major."""
    kept = [name for name in stub.sonames if cuda_major(stub, name) in (0, int(word))]
    if not kept:
        raise InputError(f"{CUDA}: {stub.title} has no release for CUDA {word}")
    return replace(with_families(stub, {word}), sonames=kept, only_cuda=int(word))


def with_optional(stubs: Sequence[Stub], names: Sequence[str]) -> list[Stub]:
    known = {function.name for stub in stubs for function in stub.functions}
    if wrong := [*unknown(OPTIONAL, names, known, ", ".join(stub.title for stub in stubs))]:
        raise InputError(*wrong)
    return [replace(stub, optional=[*stub.optional, *(
        name for name in names if stub.function(name))]) for stub in stubs]


def with_versions(stubs: list[Stub], files: Sequence[str]) -> list[Stub]:
    if not files:
        return stubs
    from gen.c import versions_from

    return versions_from.with_versions(stubs, files)


def restrict_to_options(given: Inputs, options: Options) -> list[Stub]:
    """Returns the stubs with the priority, versions and functions that the options ask for."""
    stubs = given.stubs()
    check(options)
    for word in options.of(CUDA):
        stubs = [of_cuda(stub, word) for stub in stubs]
    stubs = with_optional(stubs, options.of(OPTIONAL))
    search = searched(options.of(SEARCH), stubs)
    if PARTNER in search and not any(stub.partner for stub in stubs):
        raise InputError(f"{SEARCH}: {PARTNER}: none of these libraries has a partner: omit it")
    stubs = [replace(stub, search=search, calls=not options.of(NO_CALLS),
                     priority=options.last(PRIORITY) or stub.priority,
                     open=options.last(OPEN) or stub.open,
                     prefix=options.last(PREFIX) or stub.prefix,
                     complete=stub.complete or COMPLETE in options.given) for stub in stubs]
    if not options.of(ONLY):
        return with_versions(distinct(checked(stubs)), options.of(VERSIONS_FROM))
    direct = {name: why for path, found in given.exports.items()
              for name, why in direct_of(path, found).items()}
    # --only may leave out faulty functions
    stubs = with_versions(checked(stubs, findings_of_rows), options.of(VERSIONS_FROM))
    stubs = restricted(stubs, used(options.of(ONLY)), direct)
    return distinct(checked(stubs, findings_of_functions))


def check(options: Options) -> None:
    """Raises MisuseError if an option has a value that it does not take, or excludes another."""
    options.check({CUDA: ["11", "12", "13"], MACHINE: machines(), OPEN: OPENS,
                   PRIORITY: PRIORITIES, SEARCH: (*LOCATIONS, FULL)})
    if FULL in options.of(SEARCH) and len(options.of(SEARCH)) > 1:
        raise MisuseError(f"{SEARCH}: {FULL} cannot be combined with others")
    for word in options.of(PREFIX):
        if not is_c_name(word):
            raise MisuseError(f"{PREFIX}: {word} must be a-z and 0-9, and begin with a letter")
    for option in (DECLARE, RUST):
        if options.of(NO_CALLS) and options.of(option):
            raise MisuseError(f"{option}: a copy made with {NO_CALLS} has no functions to declare")
