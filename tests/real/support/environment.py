"""Creates the Python environments of the table `environments`, in a cache shared by all clones."""

import shutil
import sys
import venv
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2]))
from gen.update import wheel  # noqa: E402


@dataclass(frozen=True)
class Environment:
    name: str
    size: int  # MiB to download
    packages: tuple[str, ...]
    few: bool = False

    @property
    def folder(self) -> Path:
        return wheel.cache().parent / "envs" / self.name

    @property
    def present(self) -> bool:
        """A virtual environment cannot be moved, so a file in it marks it as complete."""
        complete = self.folder / "complete"
        if not complete.is_file():
            return False
        return complete.read_text(encoding="utf-8").split() == [*self.packages]

    def fetch(self) -> None:
        with wheel.locked(self.folder.parent):
            if self.present:  # another process has just made it
                return
            shutil.rmtree(self.folder, ignore_errors=True)
            venv.create(self.folder, symlinks=True)
            wheel.pip("--python", str(self.folder / "bin" / "python"), "install", "--no-cache-dir",
                      "--progress-bar", "off", "--only-binary", ":all:", *self.packages)
            (self.folder / "complete").write_text("\n".join(self.packages), encoding="utf-8")


def environments() -> list[Environment]:
    rows = (HERE / "environments").read_text(encoding="utf-8").splitlines()
    columns = [row.partition("#")[0].split() for row in rows]
    return [Environment(name, int(size), tuple(word for word in words if word != "few"),
                        words[0] == "few")
            for name, size, *words in filter(None, columns)]
