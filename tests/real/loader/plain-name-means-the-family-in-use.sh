# For a plain name of nvJitLink, lazynccl_has() answers for the suffix family that the program
# calls, not for another library that has the plain name.
old=nvidia-nvjitlink-cu12-12.9.86 middle=nvidia-nvjitlink-13.0.88 new=nvidia-nvjitlink-13.5.37
need_release $old $middle $new
lazy plain-name.c plain-name $new

LAZYNCCL_LIBPATH=$(lib $new) run ./plain-name nvJitLinkGetLinkedLTOIRSize >said
says said '^has: 1$'
says said '^why: it is there$'

LAZYNCCL_LIBPATH=$(lib $middle) run ./plain-name nvJitLinkGetLinkedLTOIRSize >said
says said '^has: 0$'
says_not said '^create: 6$' # the library's answer: invalid input
says said '^size: 6$'
says said "^why: nvJitLinkGetLinkedLTOIRSize is not in $(lib $middle)/libnvJitLink.so.13, which is \
nvJitLink 13.0: it came with 13.2; "

# The family is bound to the other major, and lacks what only its own has.
LAZYNCCL_LIBPATH=$(lib $old) run ./plain-name nvJitLinkGetLinkedLTOIRSize >said
says said '^has: 0$'
says said '^size: 6$'
says said "^why: nvJitLinkGetLinkedLTOIRSize is not in $(lib $old)/libnvJitLink.so.12, which is \
nvJitLink 12.9: it came with 13.2; "
