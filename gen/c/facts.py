"""The facts that decide which code of the runtime a copy contains.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from gen.c.locations import BETWEEN, LOCATIONS, OF_WHEELS
from gen.library import assembly
from gen.stub import absent
from gen.stub.stub import FULL, SONAME, START, Stub
from gen.stub.symbols import has_unversioned, libraries

# Functions that only the full search calls, in files that every copy has.
OF_FULL = "keep_until_closed keep_anew consider_targets add_others report_others is_open_above " \
    "find_loaded_partner consider_listed consider_unlisted is_asked_too_often is_known " \
    "consider_objects forget_sites"


class Facts:
    """The needs of a copy's libraries and options. A full copy has all locations."""

    def __init__(self, stubs: list[Stub], table: bool = False) -> None:
        first, search = stubs[0], {*stubs[0].search}
        self.search = search
        self.small = first.small
        self.table = table  # whether names are in a table, for `link`
        self.calls = first.calls
        self.shares_pages = first.calls and assembly.share_pages(stubs)
        self.at_start = any(stub.open == START for stub in stubs)
        # whether searches may follow startup, in any folder
        self.relative = table or "api" in search or any(stub.open != START for stub in stubs)
        self.api = bool({"api", FULL} & search)
        self.env = bool({"env", FULL} & search)
        self.handler = self.api and first.calls and not table
        self.interposed = "loaded" in search or first.linked  # by functions in LD_PRELOAD
        # whether ld.so is asked next after `loaded`
        self.asked_next = {"loaded", SONAME} <= search <= {*LOCATIONS} - {*BETWEEN}
        self.checks = bool({*OF_WHEELS} & search)  # who can write to files
        self.folders = not search <= {"loaded", SONAME}
        self.report = not search <= {"api", "env", SONAME}
        self.read_libraries(stubs)

    def read_libraries(self, stubs: list[Stub]) -> None:
        """Sets which features at least one of the libraries has."""
        self.answers = any(map(has_answers, stubs))
        self.related = any(stub.related for stub in stubs)
        self.versions = any(stub.symbols.versions for stub in stubs)
        self.unversioned = any(map(has_unversioned, stubs))
        self.aliases = any(each.alias_bytes for stub in stubs for each in libraries(stub))
        self.complete = any(stub.complete for stub in stubs)
        self.optional = any(stub.optional for stub in stubs)
        self.version = any(stub.version.function for stub in stubs)
        self.stubs = any(stub.wheels or stub.home_variables for stub in stubs)

    def files(self) -> dict[str, bool]:
        """Returns file → whether this copy has it, for files that only some copies have."""
        small, search = self.small, self.search
        return {
            "loader/missing": self.answers, "loader/not_installed": self.answers,
            "core/missing": small and self.answers,
            "core/build": small and self.interposed, "core/module": small and "wheel" in search,
            "loader/interpose": self.interposed or not small,
            "loader/related": self.related, "core/related": self.related and small,
            "search/sonames": self.related or not small,
            "core/relative": small and self.relative and SONAME in search,
            "core/soname": small and not self.relative and SONAME in search,
            "loader/start": self.at_start,
            "loader/opening": self.calls or not small, "loader/callback": self.calls,
            "loader/slots": self.calls and not self.shares_pages,
            "copy/shared_slots": self.shares_pages,
            "loader/handler": self.handler,
            "copy/no_handler": not self.handler, "copy/no_api": not self.api,
            "copy/unversioned": not self.versions, "copy/versioned": not self.unversioned,
            "core/report": small and self.report, "core/reason": small and not self.report}

    def headers(self) -> list[str]:
        """Returns the headers with macros in place of functions."""
        rows = {"copy/names.h": self.small and not self.aliases, "copy/table.h": self.table,
                "copy/unversioned.h": not self.versions, "copy/alone.h": not self.related}
        return [name for name, holds in rows.items() if holds]

    def left_out(self) -> set[str]:
        """Returns the functions that the copy does not call, although it has their file. A
        statement that calls one, or that depends on one as its only condition, is left out."""
        small = self.small
        rows = (  # whether the copy calls these functions
            (not small, OF_FULL),
            (self.answers, "note_failure decide_if_missing"),
            (small, "advise_wheel"),
            (self.env and small, "is_excluded read_settings print_note has_no_mistake"),
            (self.env or self.report, "add_help"),
            (self.env or self.api, "keep_path end_if_named"),
            (self.handler or not small, "restore_errno"),
            (self.folders, "is_noexec"),
            (self.folders or self.related or self.complete, "arena_free"),
            (self.checks or not small, "check_no_more is_refused"),
            (self.asked_next, "is_asked_next"),
            (self.version, "is_too_old ask_version"),
            (self.interposed or not small, "call_interposers"),
            (self.complete, "lacks"),
            (self.optional, "is_optional"),
            (self.unversioned, "is_based"),
            (self.related, "add_change add_version is_of_other_major has_newer_minor "
                           "ask_base resolve_related"),
            (self.stubs or not small, "is_for_linking"),
        )
        return {f"lazynccl_{name}" for holds, names in rows if not holds for name in names.split()}


def has_answers(stub: Stub) -> bool:
    """Returns whether a fallback value stands for "not installed"."""
    return stub.calls and any(absent.is_answer(stub, each) for each in stub.functions)
