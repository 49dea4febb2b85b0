# A linker's error about one of NVIDIA's libraries is answered with the archive that has the library:
# -llazynccl has NCCL, NVRTC and nvJitLink alone, and somebody who sees the error may have linked it.

# Reads lines: a message, with _ for blanks and % for _; the library's option; the archive's, if any.
answers_are()
{
    while read -r message link archive; do
        "$TOOL" explain "$(echo "$message" | tr _ ' ' | tr '%' _)" --no-python --json >json
        "$PYTHON" - "$link" $archive <<'END'
import json, sys
help = json.load(open("json"))["help"]
assert help.startswith(f"link with -LDIR {sys.argv[1]} after"), help
named = [word.rstrip(",") for word in help.split() if word.startswith("-llazynccl")]
assert named == sys.argv[2:], (sys.argv, help)
END
    done
}
answers_are <<'END'
undefined_reference_to_`cublasCreate%v2' -lcublas -llazynccl-all
undefined_reference_to_`cuInit' -lcuda -llazynccl-all
undefined_reference_to_`ncclGetVersion' -lnccl -llazynccl
undefined_reference_to_`%%nvJitLinkCreate%12%4' -lnvJitLink -llazynccl
undefined_reference_to_`cudaMalloc' -lcudart -llazynccl-all
cannot_find_-lcublas -lcublas -llazynccl-all
cannot_find_-lnccl -lnccl -llazynccl
cannot_find_-lcudart -lcudart -llazynccl-all
END

# no library has a function that only begins as NCCL's do
"$TOOL" explain "undefined reference to \`ncclFooBar'" --no-python >out
says out 'ncclFooBar, which no release of NCCL'
