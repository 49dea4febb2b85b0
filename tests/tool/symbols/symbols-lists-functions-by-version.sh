# `lazynccl symbols LIBRARY` lists the stub's functions with the release that added each, and suffix
# families on request.
"$TOOL" symbols nccl >nccl
says nccl '^NCCL: [0-9]+ functions, by the version that added them$'
says nccl '^2\.18\.1 +ncclCommSplit$'
says nccl '^2\.29\.7 +ncclCommResume$'
equal "$(sed 1d nccl | awk '{print $1}' | sort -V -c 2>&1)" ""
"$TOOL" symbols nvrtc >nvrtc
says nvrtc '^11\.4 +nvrtcGetNVVM  \(removed in 13\.0\)$'
says_not nvrtc '13\.2 .*removed'
"$TOOL" symbols nvjitlink >some
says some '^12\.0 +nvJitLinkCreate$'
says some '^13\.2 +nvJitLinkGetLinkedLTOIR$'
says some '^and [0-9]+ names with the suffixes _12_0 to _12_[0-9]+: -v shows them$'
says_not some '__nvJitLink'
"$TOOL" symbols nvjitlink -v >all
says all '^12\.4 +__nvJitLinkComplete_12_4$'
says all '^13\.0 +__nvJitLinkCreate_13_0$'

# each once, and as many as in the stub
"$TOOL" symbols nccl --json | in_json /dev/stdin 'assert said["schema_version"] == 2 and said["library"] == "nccl", said
names = [row["name"] for row in said["functions"]]
assert len(names) == len(set(names)) == int(sys.argv[1]), len(names)
added = {row["name"]: row["added"] for row in said["functions"]}
assert added["ncclCommSplit"] == "2.18.1" and added["pncclCommSplit"] == "2.18.1", added' \
    "$(sed -n '1s/.* \([0-9]*\) functions.*/\1/p' nccl)"

# with a slash it is a file of this name
exits 2 "$TOOL" symbols ./nccl >out 2>err
equal "$(cat err)" "lazynccl symbols: ./nccl: not an ELF file"
