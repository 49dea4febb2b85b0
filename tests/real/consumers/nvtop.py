"""usage: nvtop.py OLD NEW: replaces the loader of NVML in nvtop's extract_gpuinfo_nvidia.c.
Functions, handles and enums come from lazynccl_declare.h; the structs stay, with tags. The tables
of functions that have three versions are filled by lazynccl_symbol()."""
import re
import sys
from pathlib import Path

TABLES = "".join(
    f"  get{kind}RunningProcesses[{i}] = lazynccl_symbol(lazynccl_nvml(), "
    f'"nvmlDeviceGet{kind}RunningProcesses{version}");\n'
    for kind in ("Graphics", "Compute", "MPSCompute")
    for i, version in enumerate(("", "_v2", "_v3"), 1))
WHY = """\
  local_error_string = lazynccl_why(lazynccl_nvml());
  if (local_error_string)
    return false;
"""
HEADERS = '#include "lazynccl.h"\n#include "lazynccl_declare.h"\n'
NVML_HAS = r'lazynccl_has(lazynccl_nvml(), "\1")) {'
EDITS = (
    # declarations
    (r"#include <dlfcn.h>\n", HEADERS),
    (r"#define NVML_(SUCCESS|ERROR_INSUFFICIENT_SIZE) \d+\n", ""),
    (r"typedef (struct nvmlDevice \*nvmlDevice_t|int nvmlReturn_t);.*\n", ""),
    (r"typedef enum \{[^}]*\} nvml\w+;\n\n", ""),
    (r"nvmlMemory_v1_t", "nvmlMemory_t"),
    (r"typedef struct \{([^}]*)\} (nvml(?!ProcessInfo_v3)\w+);", r"struct \2 {\1};"),
    (r"(static )?(nvmlReturn_t|const char \*) ?\(\*nvml\w+\)\([^;]*;\n\n?", ""),
    (r"static void \*libnvidia_ml_handle;\n\n", ""),
    (r"nvmlDeviceGet(\w+RunningProcesses)\[", r"get\1["),
    # gpuinfo_nvidia_init() and what it left behind
    (r"  libnvidia_ml_handle = dlopen\((.|\n)*(?=  last_nvml_return_status = nvmlInit\(\);)",
     WHY + TABLES),
    (r"init_error_clean_exit:\n(.*\n)*?  return false;\n", ""),
    (r"if \(libnvidia_ml_handle\)", "if (!local_error_string)"),
    (r"if \(!libnvidia_ml_handle\)", "if (local_error_string)"),
    (r" +dlclose\(.*\n +libnvidia_ml_handle = NULL;\n", ""),
    (r"if \(libnvidia_ml_handle && nvmlErrorString\)", "if (!local_error_string)"),
    (r"\b(nvml\w+)\) \{", NVML_HAS),
)

text = Path(sys.argv[1]).read_text(encoding="utf-8")
for pattern, replacement in EDITS:
    text, count = re.subn(pattern, replacement, text)
    assert count, f"nvtop has changed: nothing matches {pattern}"
Path(sys.argv[2]).write_text(text, encoding="utf-8")
