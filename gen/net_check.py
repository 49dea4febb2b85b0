"""Refuses a description of network plugins that contradicts itself.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""


def check_form(description) -> None:
    """Bad unless every row has the form that reading it needs."""


def findings(description) -> list:
    """Everything that is wrong with a description, in the order of its lines."""
    return []
