"""What users combine: each dimension and its values, the usual one first, and the combinations
that cannot occur."""

from typing import NamedTuple

Case = dict[str, str]

DIMENSIONS: dict[str, list[str]] = {
    # the form of lazynccl between the program and the library
    "variant": ["archive", "shared", "default", "wheel", "soname", "full", "no-calls", "exported",
                "exported-full", "start", "standin", "linked", "linked-start", "linked-auto",
                "linked-folder"],
    # which library: KINDS
    "kind": ["nccl", "nvjitlink", "nvjitlink13", "nvjitlink-plain", "nvjitlink-both", "nvrtc",
             "nvrtc12", "nvrtc-called", "nvrtc-loaded", "nvjitlink-called", "nvjitlink-loaded",
             "other"],
    # where the library is, and who says so
    "search": ["folder", "folder-second", "file", "assigned", "relative", "empty", "ld",
               "ld-token", "ld-second", "ld-empty-first", "ld-empty-last", "runpath", "rpath",
               "venv", "python", "beside", "beside-open", "listed", "conda", "toolkit", "targets",
               "home", "partner", "odd", "stubs"],
    # what the library is like; "cut": mapping it is a SIGBUS; "files", "memory": none are left
    "state": ["there", "missing", "truncated", "text", "directory", "cut", "machine", "lacks",
              "needs", "permission", "noexec", "files", "memory", "callback", "slow", "version",
              "namespace", "loaded", "loaded-relative", "preloaded", "preloaded-unset",
              "preloaded-tool", "preloaded-alone", "preloaded-copy", "copy"],
    # who calls
    "process": ["plain", "folder", "threads", "fork", "constructor", "atexit",
                "signal", "module", "secure", "user"],
    # what the program has done before
    "move": ["none", "chdir", "chdir-caps", "chdir-unset", "setrlimit", "nftw", "daemon", "chroot",
             "mount"],
    "absent": ["error", "stop", "answer"],
    "api": ["none", "freeze", "load", "set_path", "set_folder", "set_none", "set_handle",
            "on_absent", "require", "require-newer"],
    # what the user asks for by a variable: SETTINGS
    "setting": ["none", "debug", "strict", "order", "cuda", "bind-now", "audited"],
    # who else defines what the library calls, or what else is special in the link: GATE
    "definitions": ["one", "program", "before", "after"],
    "build": ["gcc", "clang", "lto", "now", "cet", "gold", "lld", "mold", "c++", "asan", "tsan",
              "ubsan", "static"],
}


class Kind(NamedTuple):
    """A library that the cases may be about."""

    stub: str
    soname: str
    functions: dict[str, str]  # by the words of the program
    error: int  # of an absent call
    wheel: str  # the folder in a wheel
    version: str = ""  # the function of its version
    others: tuple[str, ...] = ()  # files of other majors beside it, which no call may reach
    options: tuple[str, ...] = ()  # of vendor
    environment: tuple[tuple[str, str], ...] = ()
    companion: str = ""  # a file that it opens, which is beside it
    partner: "Kind | None" = None  # which the program opens before
    how: str = ""  # a macro: how it does
    is_known: bool = True  # to lazynccl, which has a stub of it, and knows its wheel and version
    older: tuple[str, ...] = ()  # the names of its functions in an older library

    def macros(self, is_older: bool = False) -> list[str]:
        """Returns what makes NCCL's names in the sources those of this library."""
        functions = [*self.functions.values()]
        if is_older and self.older:
            functions[:2] = self.older
        major = self.soname.split(".so.")[1].split(".")[0]
        names = [f"ncclGroup{word.title()}={name}"
                 for word, name in zip(self.functions, functions, strict=True)]
        names += [f"ncclGetVersion={self.version}", f"MAJOR={major}"]
        if self.older:  # it has suffixes, and more functions, which no call may reach
            traps = [f"__nvJitLinkAddData_{major}_1", f"__nvJitLinkAddData_{major}_8",
                     "nvJitLinkAddData", "nvJitLinkComplete"]
            if is_older:  # a call may take some of these for want of the function itself
                both = self.functions["end"][0] == self.older[1][0] == "_"
                traps = traps[:3 if both else 0]
            names.append("TRAPS=" + " ".join(f"TRAP({name})" for name in traps
                                             if name not in functions))
        if self.partner:
            names += [f'PARTNER="{self.partner.soname}"', self.how,
                      f"PARTNER_START={self.partner.functions['start']}",
                      f"PARTNER_LIBRARY=lazynccl_{self.partner.stub}"]
        return [f"-D{name}" for name in (*names, f"lazynccl_nccl=lazynccl_{self.stub}",
                                         f'FILE_NAME="{self.soname}"')] if self.version else []


NVRTC = {"start": "nvrtcCompileProgram", "end": "nvrtcAddNameExpression",
         "text": "nvrtcGetErrorString"}
NVJITLINK = Kind("nvjitlink", "libnvJitLink.so.12",
                 {"start": "__nvJitLinkComplete_12_4", "end": "__nvJitLinkAddData_12_4"}, 6,
                 "nvidia/nvjitlink/lib", "nvJitLinkVersion", ("libnvJitLink.so.13",),
                 older=("nvJitLinkComplete", "__nvJitLinkAddData_12_2"))
NVJITLINK13 = NVJITLINK._replace(
    soname="libnvJitLink.so.13", wheel="nvidia/cu13/lib", others=("libnvJitLink.so.12",),
    functions={"start": "__nvJitLinkComplete_13_4", "end": "__nvJitLinkAddData_13_4"},
    older=("nvJitLinkComplete", "__nvJitLinkAddData_13_2"))
PLAIN = {"start": "nvJitLinkComplete", "end": "nvJitLinkAddData"}
NVRTC12 = Kind("nvrtc", "libnvrtc.so.12", NVRTC, 11, "nvidia/cuda_nvrtc/lib", "nvrtcVersion",
               ("libnvrtc.so.13", "libnvrtc.so.11.2"), ("--cuda", "12"), (("LAZYNCCL_CUDA", "12"),),
               "libnvrtc-builtins.so.12.9")
KINDS = {
    "nccl": Kind("nccl", "libnccl.so.2",
                 {"start": "ncclGroupStart", "end": "ncclGroupEnd", "text": "ncclGetLastError"}, 2,
                 "nvidia/nccl/lib"),
    # a family of functions with suffixes; a function with an older suffix serves, too
    "nvjitlink": NVJITLINK,
    "nvjitlink13": NVJITLINK13,
    "nvjitlink-plain": NVJITLINK13._replace(
        functions=PLAIN, older=("__nvJitLinkComplete_13_0", "__nvJitLinkAddData_13_0")),
    # two families, which use one library
    "nvjitlink-both": NVJITLINK._replace(functions={"start": NVJITLINK.functions["start"],
                                                    "end": NVJITLINK13.functions["end"]},
                                         older=tuple(PLAIN.values())),
    # the newest of several majors, and the one that is asked for
    "nvrtc": Kind("nvrtc", "libnvrtc.so.13", NVRTC, 11, "nvidia/cu13/lib", "nvrtcVersion",
                  ("libnvrtc.so.12", "libnvrtc.so.11.2"), companion="libnvrtc-builtins.so.13.9"),
    "nvrtc12": NVRTC12,
    # any C library: the copy is made from the file, and lazynccl knows no version of it
    "other": Kind("other", "libother.so.9",
                  {"start": "otherStart", "end": "otherEnd", "text": "otherText"}, 7,
                  "other/lib", "otherVersion", is_known=False,
                  options=("--absent", "7", "--reason", "otherText", "--prefix", "lazynccl")),
}
# The partner's major decides the library's.
for name, how in {"called": "CALLED", "loaded": "LOADED"}.items():
    KINDS[f"nvrtc-{name}"] = NVRTC12._replace(partner=NVJITLINK, how=how, options=("nvjitlink",),
                                              environment=())
    KINDS[f"nvjitlink-{name}"] = NVJITLINK._replace(functions=PLAIN, partner=NVRTC12, how=how,
                                                    older=("__nvJitLinkComplete_12_0",
                                                           "__nvJitLinkAddData_12_0"),
                                                    options=("nvrtc",))
OTHERS = " ".join(DIMENSIONS["kind"][1:])
FAMILIES = "nvjitlink nvjitlink13 nvjitlink-both nvjitlink-plain"
CALLED, LOADED = (" ".join(f"{stub}-{how}" for stub in ("nvrtc", "nvjitlink"))
                  for how in ("called", "loaded"))
ALONE = " ".join(name for name, kind in KINDS.items() if not kind.partner)
PRELOADED = " ".join(word for word in DIMENSIONS["state"] if word.startswith("preloaded"))

# What cannot be together: dimension, values, dimension, values, …, and the reason.
IMPOSSIBLE: list[tuple[str, ...]] = [
    ("variant", "archive shared standin", "absent", "stop answer",
     "they have the values of NCCL's own stub, which are errors"),
    ("variant",
     "exported exported-full standin linked linked-start linked-auto linked-folder", "api",
     "freeze load set_path set_folder set_none set_handle on_absent require require-newer",
     "the program has the library's names alone"),
    ("variant", "no-calls", "absent", "stop answer", "the program decides"),
    ("variant", "no-calls", "api", "on_absent", "no call is absent"),
    ("variant", "no-calls", "setting", "strict", "the same"),
    ("variant", "archive shared standin", "state", "version",
     "NCCL's own stub has no versions"),
    ("variant", "exported exported-full", "process", "secure",
     "the program finds the copy by $ORIGIN, which ld.so then ignores"),
    ("process", "secure user", "move", "chroot mount", "another user may not"),
    ("process", "secure user", "state", "permission", "it is another user already"),
    ("api", "set_handle", "state", "missing truncated text directory cut machine needs "
     "permission noexec files memory preloaded-alone copy", "there is no handle"),
    ("api", "set_handle", "move", "setrlimit chroot", "there is no handle"),
    ("api", "set_none", "variant", "start", "it is open before"),
    ("api", "set_handle", "state", "callback", "it calls before the handle is set"),
    ("state", "permission", "move", "chroot mount", "another user may not"),
    ("process", "fork module", "move", "daemon", "nobody waits for it"),
    ("state", "copy", "variant",
     "default wheel soname no-calls exported start linked linked-start linked-auto linked-folder",
     "a small copy takes what ld.so opens"),
    ("state", "preloaded-copy", "variant", "shared exported exported-full standin",
     "ld.so takes the functions of the preloaded copy, which searches by rules of its own"),
    ("search", "beside-open stubs", "state", f"copy loaded loaded-relative {PRELOADED}",
     "what is loaded comes first, and a file has one reason"),
    ("state", "directory", "search", "file assigned", "a folder is searched, not opened"),
    ("state", "directory", "api", "set_path", "a folder is searched, not opened"),
    ("state", "loaded-relative", "move", "chroot", "its path cannot be known"),
    ("search", "stubs", "state", "truncated text directory cut machine needs noexec version",
     "a file has one reason"),
    ("search", "stubs", "kind", LOADED, "its partner is in another folder"),
    ("search", "stubs", "variant", "start", "api", "set_path set_folder set_handle",
     "to ld.so it is the same file, by the name that it had first"),
    ("search", "beside-open", "move", "mount", "the folder stays open, whatever file is in it"),
    ("kind", FAMILIES, "api", "load", "variant", "shared",
     "it has all families, and no call has said which one the program needs"),
    ("kind", OTHERS, "variant",
     "exported exported-full standin linked linked-start linked-auto linked-folder",
     "they have NCCL's functions"),
    ("kind", "nvjitlink-both", "api", "load", "no call has said which family is first"),
    ("kind", FAMILIES, "variant", "start", "the first call decides which family is opened"),
    ("kind", f"{CALLED} {LOADED}", "variant", "start", "its partner is opened later"),
    ("kind", LOADED, "variant", "default wheel soname no-calls",
     "a small copy knows only what it has opened"),
    ("kind", CALLED, "api", "set_folder", "where its partner is found decides"),
    ("kind", ALONE, "search", "partner", "it is of those that have one"),
    ("search", "partner", "state", "memory", "its partner cannot be opened"),
    ("kind", OTHERS, "state", f"version callback slow noexec namespace copy {PRELOADED}",
     "those files are NCCL's"),
    ("kind", OTHERS, "absent", "stop answer", "their own stubs have errors"),
    ("kind", "other", "variant", "archive shared", "they do not have it"),
    ("kind", OTHERS, "definitions", "program before after", "they call no hook"),
    ("kind", OTHERS, "search", "home", "it is NCCL's"),
    ("kind", OTHERS, "api", "require", "the number is a version of NCCL"),
    ("kind", OTHERS, "process", "secure", "it heeds no LAZYNCCL_CUDA"),
    ("build", "asan tsan", "state", f"cut memory files namespace {PRELOADED}",
     "they need memory and files, and to be the first"),
    ("build", "tsan", "setting", "audited", "its TLS is too large"),
    ("build", "tsan", "process", "threads", "variant",
     "archive shared standin linked linked-start linked-auto linked-folder",
     "it sees no atomic operations of what is compiled without it"),
    ("setting", "cuda", "process", "secure", "it is not read"),
    ("build", "static", "variant",
     "shared exported exported-full standin linked linked-start linked-auto linked-folder",
     "the program would need a shared library"),
    ("build", "static", "definitions", "before after", "the same"),
    ("build", "static", "process", "module", "it is no program"),
    ("build", "static", "search", "runpath rpath", "glibc's dlopen() crashes of $ORIGIN"),
    ("build", "static", "state", f"namespace {PRELOADED}", "ld.so does not start it"),
    ("build", "asan tsan", "search", "runpath",
     "their dlopen() asks for the RUNPATH of their own library"),
    ("build", "asan tsan", "move", "setrlimit daemon chroot nftw", "they need memory and files"),
    ("build", "asan tsan", "process", "module secure atexit", "they are linked with the program"),
]

# What does not run on another machine: copies alone are built for it, and an emulator maps files
# otherwise, limits no memory, and has the machine's libraries in a folder of this system
NOT_EMULATED: dict[str, set[str]] = {
    "kind": set(OTHERS.split()),
    "variant": {"archive", "shared", "standin", "linked", "linked-start", "linked-auto",
                "linked-folder"},
    "search": {"ld-token"},
    "state": {"cut", "noexec", "memory"},
    "process": {"secure"},
    "setting": {"order"},  # qemu separates variables by commas
    "move": {"chdir-caps", "setrlimit", "chroot"},
    "build": set(DIMENSIONS["build"][1:]),
}
NOT_WITH_QEMU = {"i386": {"process": {"fork", "threads"}, "move": {"daemon"}}}  # its fork() hangs
MUSL = "musl"  # as a machine, without an emulator
NOT_WITH_MUSL = {
    **{name: NOT_EMULATED[name] for name in ("variant", "search", "build")},
    # musl knows no versions, namespaces or machines, nor a loaded library by its SONAME
    "state": {"version", "namespace", "machine", "loaded", "loaded-relative"},
}
IMPOSSIBLE_WITH_MUSL = [("variant", "full exported-full", "state", "cut", *folder,
                         "its ld.so alone knows the folder, and dies of the file")
                        for folder in (("move", "chdir-unset"), ("search", "runpath rpath"))]

SETTINGS: dict[str, dict[str, str]] = {
    "none": {}, "debug": {"LAZYNCCL_DEBUG": "1"}, "strict": {"LAZYNCCL_STRICT": "1"},
    # the default order of the locations that the cases use
    "order": {"LAZYNCCL_SEARCH": "api,env,loaded,partner,wheel,conda,system,soname,toolkit"},
    "cuda": {"LAZYNCCL_CUDA": "1x"},  # which is no major
    "bind-now": {"LD_BIND_NOW": "1"}, "audited": {"LD_AUDIT": "{tools}/auditor.so"},
}


class Search(NamedTuple):
    """How a value of "search" is said to a program with lazynccl, and to one without."""

    setting: str = ""  # another variable, and its value
    location: str = ""  # the search location of that
    libpath: str = ""  # LAZYNCCL_LIBPATH; {lib} is the folder, {kind} the library's
    loader: str = ""  # LD_LIBRARY_PATH
    link: str = ""  # options of the link
    wheel: str = ""  # VIRTUAL_ENV, or what leads to a wheel without a variable


SEARCHES = {
    "folder": Search(libpath="{lib}"),
    "folder-second": Search(libpath="{lib}", loader="{case}/second"),  # has another copy
    "file": Search(libpath="{lib}/{kind.soname}"),
    "assigned": Search(libpath="{kind.stub}={lib}/{kind.soname}"),
    "relative": Search(libpath="lib"),
    "empty": Search(libpath=":{lib}"),
    "ld": Search(loader="{lib}"),
    "ld-token": Search(loader="{case}/token/$LIB"),
    "ld-second": Search(loader="{lib}:{case}/second"),
    "ld-empty-first": Search(loader=":{lib}"),
    "ld-empty-last": Search(loader="{lib}:"),
    "runpath": Search(link="-Wl,--enable-new-dtags,-rpath,$ORIGIN/lib"),
    "rpath": Search(link="-Wl,--disable-new-dtags,-rpath,$ORIGIN/lib"),
    "venv": Search(wheel="{case}/venv"),
    "python": Search(wheel="{case}/venv"),  # the program is its python, as for an editable module
    "beside": Search(wheel="{case}"),  # the program is in a site-packages
    "beside-open": Search(wheel="{case}"),  # the same, to which everybody can write
    "listed": Search(libpath="{case}/listed"),  # has the file by its full version
    "conda": Search("CONDA_PREFIX={case}/conda", "conda"),
    "toolkit": Search("CUDA_HOME={case}/cuda", "toolkit"),
    "targets": Search("CUDA_PATH={case}/cuda12", "toolkit"),
    "home": Search("NCCL_HOME={case}/conda", "toolkit"),
    # the library is beside its partner
    "partner": Search("", "partner", "{kind.partner.stub}={lib}/{kind.partner.soname}"),
    "odd": Search(libpath="{case}/o \x7f\xe9/stub5"),  # and nearly one that is refused
    "stubs": Search(libpath="{case}/stubs"),  # whose files are for linking only
}


class Gate(NamedTuple):
    """A link that the gate of lazy links has to judge, by what it adds to the usual one."""

    second: str = ""  # the code of a second library, before or after the library
    place: str = "after"
    library: str = ""  # code of the library
    program: str = ""  # code of the program, but not of one that opens the library by hand
    options: str = ""  # of the library
    link: str = ""  # options of the program's link
    # Why it can never be lazy; if empty, the definitions decide, as the direct program sees them
    refused: str = ""
    at_call: str = ""  # why it cannot be opened at a call, but at the start
    linker: str = ""  # code of a linker that fails: the lazy link has its status, and its file


HOOK = "int ncclHook(void) { return 1000; }"  # HOOKED
GATE = {
    "one": Gate(),
    "program": Gate(),
    "before": Gate(HOOK, "before"),
    "after": Gate(HOOK),
    "bound": Gate(HOOK, options="-Wl,-Bsymbolic"),
    "protected": Gate(HOOK, options="-fvisibility=protected"),
    "inline": Gate("__attribute__((weak)) int ncclHook(void) { return 0; }"),
    "versions": Gate(f"{HOOK} __asm__(\".symver ncclHook,ncclHook@@@OTHER_2\");"),
    "lends": Gate("int ncclLent(void) { return 0; }",
                  library="int ncclLent(void); __attribute__((constructor)) static void lent(void)"
                          " { ncclLent(); }"),
    "borrows": Gate("int ncclGetVersion(int *); void *borrowed = ncclGetVersion;"),
    "unused": Gate("int ncclOther(void) { return 1; }"),
    "variable": Gate(library="int ncclVariable;", refused="its variable ncclVariable",
                     program="extern int ncclVariable; int *used(void) { return &ncclVariable; }"),
    "thread": Gate(library="__thread int ncclThread;", refused="thread-local variable ncclThread",
                   program="extern __thread int ncclThread; int used(void) { return ncclThread; }"),
    "weak": Gate(program="int ncclGetVersion(int *) __attribute__((weak)); "
                         "int used(void) { return ncclGetVersion != 0; }",
                 refused="asks whether ncclGetVersion exists"),
    "nodlopen": Gate(options="-Wl,-z,nodlopen", refused="DF_1_NOOPEN"),
    "initfirst": Gate(options="-Wl,-z,initfirst", refused="DF_1_INITFIRST"),
    "interpose": Gate(options="-Wl,-z,interpose", refused="DF_1_INTERPOSE"),
    "nodelete": Gate(options="-Wl,-z,nodelete"),
    "static": Gate(options="-ftls-model=initial-exec", library="__thread int ncclOwn; "
                   "int *owned(void) { return &ncclOwn; }", refused="DF_STATIC_TLS"),
    "objects": Gate(library="int _Z7destroyv; int __cxa_atexit(void (*)(void *), void *, void *); "
                            "int made(void) { return __cxa_atexit(0, 0, 0); }",
                    at_call="would be destroyed before those of the program"),
    "relative": Gate(link="-Wl,-rpath,/nowhere:nowhere", at_call="depends on the current folder"),
    "moves": Gate("int chdir(const char *); int moved(void) { return chdir(\"/\"); }",
                  at_call="-"),  # which is the user's decision
    "fails": Gate(linker="exit 3"),
    "killed": Gate(linker="kill -9 $$"),
    "ended": Gate(linker="kill -TERM $PPID; exit 1"),
    "needless": Gate(linker='exec "$REAL" "$@"'),  # of an object that needs no library
}

# What each variant searches, as far as the cases ask: the option of vendor, and its locations.
DEFAULT = frozenset({"api", "env", "loaded"})
FULL = DEFAULT | {"wheel", "conda", "toolkit", "partner"}
DEFAULT_WORDS = ["--search", "api,env,loaded,soname"]
VARIANTS: dict[str, tuple[list[str], frozenset[str]]] = {
    "archive": ([], FULL),
    "shared": ([], FULL),
    "default": (DEFAULT_WORDS, DEFAULT),
    "wheel": (["--search", "api,env,loaded,wheel,soname"], DEFAULT | {"wheel"}),
    "soname": (["--search", "soname"], frozenset()),
    "full": (["--search", "full"], FULL),
    "no-calls": ([*DEFAULT_WORDS, "--no-calls"], DEFAULT),
    "exported": (DEFAULT_WORDS, DEFAULT),
    "exported-full": (["--search", "full"], FULL),
    "exported-nowhere": (["--search", "api"], frozenset({"api"})),  # of no case: it is preloaded
    "start": ([*DEFAULT_WORDS, "--open", "start"], DEFAULT),
    "standin": ([], FULL),
    "linked": ([], frozenset({"loaded"})),
    "linked-auto": ([], frozenset({"loaded"})),
    "linked-start": ([], frozenset({"loaded"})),
    "linked-folder": ([], frozenset({"loaded"})),
}
# Groups of variants
AT_START = {"start", "linked-start", "linked-folder"}
VENDORED = {"default", "wheel", "soname", "full", "no-calls", "start"}
LINKED = {"linked", "linked-start", "linked-auto"}
EXPORTS = {"shared", "exported", "exported-full", "standin"}  # to ld.so they have the functions
ASKS_LDSO = {"default", "wheel", "soname", "no-calls", "exported", "linked", "linked-auto"}
WALKS = {"archive", "shared", "full", "standin", "exported-full"}  # ld.so's list by themselves
SILENT = {"exported", "exported-full", "standin", "linked-folder",
          *LINKED}  # have no API to ask

USUAL: Case = {name: values[0] for name, values in DIMENSIONS.items()}


# What the linker sees of a program of linked-auto, by what moves it
NAMES = {"chdir": "CHDIR", "chdir-caps": "CHDIR", "chdir-unset": "CHDIR", "setrlimit": "LIMIT",
         "nftw": "NFTW", "mount": "MOUNT", "daemon": "DAEMON", "chroot": "CHROOT", "files": "LIMIT",
         "namespace": "NAMESPACE"}


def leave_out(values: dict[str, set[str]]) -> None:
    for name, words in values.items():
        DIMENSIONS[name] = [word for word in DIMENSIONS[name] if word not in words]
        USUAL[name] = DIMENSIONS[name][0]


def opens_at_start(case: Case) -> bool:
    """Returns whether the library is opened before main()."""
    return case["variant"] in AT_START or (case["variant"] == "linked-auto" and (
        case["absent"] == "answer" or case["process"] == "module"
        or bool(GATE[case["definitions"]].at_call)
        or any(case[name] in NAMES for name in ("move", "state"))))


def why_impossible(case: Case) -> str:
    for *pairs, reason in IMPOSSIBLE:
        if all(case[name] in values.split() for name, values in zip(pairs[::2], pairs[1::2],
                                                                    strict=True)):
            return reason
    return ""
