"""Draws a chart of the memory that stand-ins save: python3 gen picture DATA.json OUTPUT.svg

DATA is the output of `./dev bench stack`. Each pair of bars has its own scale.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import json
from html import escape
from pathlib import Path
from typing import Any

WIDTH, LEFT, RIGHT, HEIGHT, GAP = 760, 96, 84, 30, 8
NAMED = 4  # libraries that have their own colour; all others share one
COLORS = ["#2f6f9f", "#3f8f6f", "#c0802f", "#a0508f", "#6f7f9f"]
REST = "#c3c7cf"
STYLE = """text { font: 13px sans-serif; fill: #24292f }
.title { font-weight: bold } .small { font-size: 11px }
@media (prefers-color-scheme: dark) { text { fill: #e6edf3 } }"""

Part = tuple[str, float, str]  # name, MiB, colour
Data = dict[str, dict[str, Any]]  # "before" and "after", each with its measured figures


def amount(mib: float) -> str:
    return f"{mib:.0f} MiB" if mib < 1000 else f"{mib / 1024:.1f} GiB"


def parts(data: Data, when: str, key: str, total: str, rest: str) -> list[Part]:
    """Returns the bar's parts: the largest libraries, NVIDIA's other libraries, and the rest."""
    order = sorted(data["before"][key], key=data["before"][key].get, reverse=True)
    sizes = data[when][key]
    found = [(name.removeprefix("nvidia-").removesuffix("-cu13"), sizes.get(name, 0) / 1024, color)
             for name, color in zip(order[:NAMED], COLORS, strict=False)]
    found.append(("other NVIDIA", sum(sizes.get(name, 0) for name in order[NAMED:]) / 1024,
                  COLORS[NAMED]))
    return [*found, (rest, data[when][total] / 1024 - sum(size for _, size, _ in found), REST)]


def bar(top: int, label: str, segments: list[Part], scale: float) -> list[str]:
    total = sum(size for _, size, _ in segments)
    lines = [f'<text x="{LEFT - 8}" y="{top + 20}" text-anchor="end">{label}</text>']
    left = float(LEFT)
    for name, size, color in segments:
        width = size * scale
        text = f"{name} {amount(size)}"
        lines.append(f'<rect x="{left:.1f}" y="{top}" width="{width:.1f}" height="{HEIGHT}" '
                     f'fill="{color}"><title>{escape(text)}</title></rect>')
        left += width
    lines.append(f'<text x="{left + 8:.1f}" y="{top + 20}">{amount(total)}</text>')
    return lines


def legend(top: int, segments: list[Part]) -> list[str]:
    lines, left = [], LEFT
    for name, size, color in segments:
        text = f"{name} {amount(size)}"
        if left + 7 * len(text) > WIDTH:  # a character takes about 7 pixels
            left, top = LEFT, top + 18
        lines.append(f'<rect x="{left}" y="{top - 10}" width="11" height="11" fill="{color}"/>'
                     f'<text class="small" x="{left + 15}" y="{top}">{escape(text)}</text>')
        left += 15 + 7 * len(text)
    return lines


def draw(data: Data) -> str:
    """Returns the SVG, with rows "as usual" and "lazily" for memory and then for the disk."""
    panels = [(f"Memory after import torch, {data['before']['what']}", "mapped", "resident",
               "PyTorch, Python, all that they and libraries allocate"),
              ("Installed", "distributions", "installed", "PyTorch and other packages")]
    lines, top = [], 24
    for title, key, total, rest in panels:
        scale = (WIDTH - LEFT - RIGHT) / (data["before"][total] / 1024)
        lines.append(f'<text class="title" x="{LEFT}" y="{top}">{escape(title)}</text>')
        for label, when in (("as usual", "before"), ("lazily", "after")):
            lines += bar(top + GAP, label, parts(data, when, key, total, rest), scale)
            top += HEIGHT + GAP
        lines += legend(top + GAP + 10, parts(data, "before", key, total, rest))
        top += 66
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top - 24}" '
        f'width="{WIDTH}" height="{top - 24}" role="img">', f"<style>{STYLE}</style>",
        *lines, "</svg>"]) + "\n"


def main(arguments: list[str]) -> int:
    source, output = arguments
    data = json.loads(Path(source).read_text(encoding="utf-8"))
    Path(output).write_text(draw(data), encoding="utf-8")
    return 0
