"""usage: fetch.py real|few|windows|NAME...: downloads the releases and Python environments that
these tests need and the cache lacks, after printing their size."""

import signal
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2]))
from environment import Environment, environments  # noqa: E402

from gen.update import wheel  # noqa: E402


@dataclass(frozen=True)
class Release:
    package: str
    version: str
    size: int  # MiB to download
    few: bool
    platform: str = ""

    @property
    def name(self) -> str:
        return wheel.folder(self.package, self.version, self.platform).name

    @property
    def present(self) -> bool:
        return wheel.folder(self.package, self.version, self.platform).is_dir()

    def fetch(self) -> None:
        wheel.fetch(self.package, self.version, platform=self.platform)


def releases(table: Path = HERE / "releases", platform: str = "") -> list[Release]:
    rows = table.read_text(encoding="utf-8").splitlines()
    columns = [row.partition("#")[0].split() for row in rows]
    return [Release(package, version, int(size), few == ["few"], platform)
            for package, version, size, *few in filter(None, columns)]


def chosen(names: list[str]) -> list[Release | Environment]:
    windows = releases(HERE.parents[1] / "windows" / "releases", "win_amd64")
    if names == ["windows"]:
        return [*windows]
    table = releases() + environments()
    known = {"real", "few"} | {row.name for row in table}
    for name in names:
        if name not in known:
            sys.exit(f"{HERE / 'releases'}: there is no release '{name}'")
    return [row for row in table
            if "real" in names or ("few" in names and row.few) or row.name in names]


def main() -> int:
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    missing = [row for row in chosen(sys.argv[1:]) if not row.present]
    if not missing:
        return 0
    total = sum(row.size for row in missing)
    print(f"\n==> downloading {total} MiB to {wheel.cache().parent}:")
    for row in missing:
        print(f"    {row.size:4} MiB  {row.name}")
    for number, row in enumerate(missing, 1):
        print(f"[{number}/{len(missing)}] {row.name}, {row.size} MiB", flush=True)
        row.fetch()
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except wheel.NotFetched as error:
        sys.exit(f"dev: could not download {error}\n"
                 "     Is there a network? Try again: what was downloaded stays.")
    except KeyboardInterrupt:
        sys.exit(130)
