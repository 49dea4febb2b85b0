"""Every colour has a fixed meaning on all terminals, and a contrast of at least 3.5 with white and
with black."""
import os
import re
import subprocess

TOOL = os.environ["TOOL"]
STEPS = (0, 95, 135, 175, 215, 255)  # of the 256 colours' cube


def luminance(color: int) -> float:
    """Returns the luminance of a colour of the cube or of the greys, as WCAG 2 defines it."""
    assert 16 <= color <= 255, f"{color}: every terminal chooses it itself"
    cube = color - 16
    parts = [8 + 10 * (color - 232)] * 3 if color >= 232 else [
        STEPS[cube // 36], STEPS[cube // 6 % 6], STEPS[cube % 6]]
    red, green, blue = [part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4
                        for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


seen = set()
root = os.getcwd()
for words in (["doctor", "--root", root], ["find"], ["find", "-v"], ["explain", "LN107"],
              ["explain", "LN102"], ["explain", "LN126"], ["--root", root], ["audit", TOOL],
              ["explain", "libnccl.so.2: cannot open shared object file", "--root", root]):
    text = subprocess.run([TOOL, *words, "--color=always"], check=False, text=True,
                          env={**os.environ, "LD_LIBRARY_PATH": ":x"},
                          stdout=subprocess.PIPE).stdout
    seen.update(re.findall(r"\033\[([0-9;]*)m", text))
colors = {int(found[1]) for code in seen if (found := re.search(r"38;5;(\d+)$", code))}
assert len(colors) >= 5, seen
assert {re.sub(r"38;5;\d+$", "", code).rstrip(";") for code in seen} <= {"", "0", "1"}, seen
for color in colors:
    light = luminance(color)
    contrast = min(1.05 / (light + 0.05), (light + 0.05) / 0.05)
    assert contrast >= 3.5, f"colour {color}: {contrast:.1f}"
