"""The inputs of a decision about a link: everything that the gate may ask about.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import os
from _collections_abc import Mapping, Sequence

from gen.elf import Elf
from gen.link.cache import Cache, compiler_version, identities
from gen.link.command import Command, compiler
from gen.link.library import Library, stem
from gen.link.modes import AUTO, FALLBACKS, STRICT, Choice


class Inputs:
    def __init__(self, linked: Elf, asked: Command, known: Mapping[str, Library],
                 lazy: Sequence[Library], names: Mapping[str, Choice]) -> None:
        self.linked = linked  # the file that the first link made
        self.asked = asked    # the linker's command line
        self.known = known    # SONAME → library, for the libraries that the linker read
        self.lazy = lazy      # the libraries to make lazy, in the order of the link
        self.names = names    # name in LAZY_LIBS → its mode

    @property
    def what(self) -> str:
        """The output in messages. Not its name: messages are cached, and other links print them."""
        return "the program" if self.linked.is_program else "the output"

    @property
    def needed(self) -> list[Library]:
        return [self.known[soname] for soname in self.linked.needed if soname in self.known]

    def choice(self, library: Library) -> Choice:
        chosen = [self.names[name] for name in self.names if stem(name) in library.names]
        return (next((mode for mode, _ in chosen if mode != AUTO), AUTO),
                any(stops for _, stops in chosen))

    def key(self, cache: Cache) -> str:
        """Returns the decision's name in the cache. Decision.files lists further dependencies."""
        words, asked = compiler(), self.asked
        stubs = [os.path.join(folder, f"{library.name}.toml") for library in self.lazy
                 for folder in os.environ.get(FALLBACKS, "").split(os.pathsep)]
        return cache.name(
            self.linked.facts(), os.path.realpath(os.path.dirname(asked.output)),
            [*self.names.items()], [library.soname for library in self.lazy],
            [(soname, sorted(library.names)) for soname, library in self.known.items()],
            identities(library.file.path for library in self.known.values()),
            asked.folders, asked.wrapped, identities(stubs), os.environ.get(STRICT),
            words, compiler_version(words[0]))
