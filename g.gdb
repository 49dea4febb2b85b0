set breakpoint pending on
set follow-fork-mode parent
set detach-on-fork on
break by_lazynccl
tbreak main
run
set follow-fork-mode child
continue
continue
bt 8
info proc mappings
