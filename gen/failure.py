"""The error that ends a job of the generator with one line.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""


class InputError(Exception):
    """Errors in the inputs. Each argument is one line."""


class MisuseError(InputError):
    """A wrong command line, as the command reports it."""
