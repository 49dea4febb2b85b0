"""usage: bench.py --build BUILD [--write] [NAME[=ARGUMENT]...]: runs all or the named measurements,
and prints a table with the measured value and the target of each. With --write, replaces the tables
of these measurements in docs/measurements.md. Ratios compare commands that run alternately. Times
on a busy machine mean little. Exits with 1 if a measurement failed; a missed target is only marked.
"""

import json
import os
import platform
import re
import subprocess
import sys
from pathlib import Path

SKIPPED = 77
PAGE = Path(__file__).resolve().parents[2] / "docs" / "measurements.md"


def measurements(build: Path, names: list[str]) -> list[tuple[str, list[str]]]:
    """Returns the name and command of each measurement, from Meson."""
    known = json.loads((build / "meson-info" / "intro-benchmarks.json").read_text(encoding="utf-8"))
    commands = {row["name"].split(" / ")[-1]: row["cmd"] for row in known}
    chosen = [name.partition("=") for name in names or commands]
    for name, _, _ in chosen:
        if name not in commands:
            sys.exit(f"bench: unknown measurement '{name}', known: {', '.join(commands)}")
    return [(name, commands[name] + argument.split()) for name, _, argument in chosen]


def rows(name: str, command: list[str]) -> tuple[list[list[str]], bool]:
    """Returns the measured rows, and whether the measurement succeeded."""
    done = subprocess.run(command, check=False, stdout=subprocess.PIPE, text=True)
    lines = done.stdout.splitlines()
    if done.returncode == SKIPPED:
        return [[name, lines[-1] if lines else "skipped", "", ""]], True
    measured = [(line.split("\t") + [""] * 4)[:4] for line in lines]
    if done.returncode:
        measured.append([name, f"failed: status {done.returncode}", "", ""])
    return measured, done.returncode == 0


def show(table: list[list[str]]) -> None:
    width = [max(len(row[i]) for row in table) for i in range(3)]
    for what, measured, target, missed in table:
        print(f"{what:{width[0]}}  {measured:{width[1]}}  {target:{width[2]}}  {missed}".rstrip())


def write(name: str, measured: list[list[str]], machine: str) -> None:
    """Replaces the table of a measurement, if the page has one."""
    lines = [f"`./dev bench {name}`, on {machine}:", "", "| what | measured | target |",
             "|---|---|---|"]
    lines += [f"| {re.sub('^ +', '- ', what)} | {value} | {target}{missed and f', {missed}'} |"
              for what, value, target, missed in measured]
    text = PAGE.read_text(encoding="utf-8")
    table = "\n".join(lines)
    PAGE.write_text(re.sub(rf"(<!-- bench {name} -->\n).*?(?=<!-- end -->)",
                           lambda mark: f"{mark[1]}{table}\n", text, flags=re.DOTALL),
                    encoding="utf-8")


def main() -> int:
    build = Path(sys.argv[sys.argv.index("--build") + 1])
    names = [word for word in sys.argv[1:] if word not in ("--build", str(build), "--write")]
    machine = " ".join((platform.machine(), *platform.libc_ver(), f"{os.cpu_count()} CPUs"))
    table, complete = [["what", "measured", "target", ""]], True
    for name, command in measurements(build, names):
        print(f"bench: {name}", file=sys.stderr, flush=True)
        found, ended = rows(name, command)
        table += found
        complete &= ended
        if "--write" in sys.argv and ended:
            write(name, found, machine)
    load = os.getloadavg()[0]
    print(f"\n{platform.machine()}, {os.cpu_count()} CPUs, load {load:.1f}, "
          f"{' '.join(platform.libc_ver())}, Python {platform.python_version()}\n")
    show(table)
    return 0 if complete else 1


if __name__ == "__main__":
    sys.exit(main())
