"""Lists the words that may follow on a command line, from the command's help, for completions.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import re

from gen.docs.verbs import Option, Verb


class Choices:
    def __init__(self, verbs: list[Verb], ids: str):
        self.verbs, self.ids = verbs, ids
        self.all = max(map(self.libraries, verbs), key=len)  # the longest list has all libraries

    def libraries(self, verb: Verb) -> str:
        rows = [row for row in verb.paragraphs if row.startswith("LIBRARY: ")]
        return re.sub("[,.]", "", rows[0].removeprefix("LIBRARY: ")) if rows else ""  # as words

    def of_option(self, verb: Verb, option: Option) -> str:
        """Returns the values of an option; "" if it takes any. A LIST has commas between values."""
        return {"--color": "always auto never", "--fail-on": "error warning", "--allow": self.ids,
                "--lazy": f"all {self.all}", "--except": self.all,
                "--only": self.all}.get(option.name, "")

    def arguments(self, verb: Verb) -> tuple[str, bool]:
        """Returns the literal words that may follow the verb, and whether files may follow."""
        usage = [re.sub(r" \[?--?[a-z-]+ [A-Z]+", "", row) for row in verb.usage]
        after = [row.split()[2] for row in usage if len(row.split()) > 2]  # after lazynccl VERB
        words = [word for word in after if word.isalpha() and word.islower()]
        text = " ".join(usage)
        words += [self.ids] if re.search(r"\bID\b", text) else []
        words += [self.libraries(verb)] if re.search(r"\bLIBRARY\b", text) else []
        return " ".join(words), bool(re.search(r"\b(FILE|PATH|THING|LOG|HEADER)\b", text))
