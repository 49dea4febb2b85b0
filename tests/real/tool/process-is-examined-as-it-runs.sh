# For a running process with real libraries, find, doctor and the summary report what the
# process itself reports, especially which of two NCCLs counts.
old=nvidia-nccl-cu12-2.18.1 new=nvidia-nccl-cu13-2.28.9
need_release $old $new nvidia-cuda-nvrtc-cu12-12.0.140 nvidia-cuda-nvrtc-13.5.37
a=$(lib $old)/libnccl.so.2 b=$(lib $new)/libnccl.so.2
mkfifo input output

# holding LIBRARY...: starts a process that has loaded these, $pid; `answers` is its report on NCCL.
holding()
{
    NCCL_NET=nosuch "$PYTHON" "$SOURCE/tests/real/support/hold.py" "$@" <input >output 2>&1 &
    pid=$!
    exec 3>input 4<output
    read -r answers <&4
}
ends()
{
    exec 3>&- 4<&-
    wait $pid
}

# tells FILE RELEASE: FILE names this release, for ld.so and for lazynccl.
tells()
{
    equal "$answers" "0 $(number "$2")"
    asks 0 find -p nccl --pid $pid
    says said "^examining: process $pid, /"
    says said "^nccl +ld\.so +${2##*-} +loaded +$1$"
    says said "^ +lazynccl +${2##*-} +loaded +$1$"
}

holding "$a"
tells "$a" $old
asks 0 doctor LN101 LN104 LN118 --pid $pid
asks 1 doctor --pid $pid # it has its own environment
says said '^error\[LN205\] no network is named nosuch$'
asks 0 -v --pid $pid
says said '^ +(= )?nosuch'
asks 0 --pid $pid
says said "^target +process $pid, [~/]"
says said '^ +lazynccl +2\.18\.1 +loaded +.*/nvidia/nccl/lib$'
says said '^(set)? +NCCL_NET=nosuch$'
ends

# two: the one loaded first counts
for order in "$a $b" "$b $a"; do
    holding $order
    if [ "$order" = "$a $b" ]; then tells "$a" $old; else tells "$b" $new; fi
    asks 1 doctor -p LN101 --pid $pid
    says said '^error\[LN101\] NCCL is mapped more than once$'
    equal "$(sed -n 's/^ *\(\/.*\) 2\..*/\1/p' said)" "$(printf '%s\n' $order)"
    says said "^ +$a 2\.18\.1$"
    says said "^ +$b 2\.28\.9$"
    asks 0 --pid $pid
    says said '^findings +.*error'
    says said '^ +LN101 NCCL is mapped more than once$'
    ends
done

# two majors of NVRTC have different names, so they are not copies of one library
holding "$(lib nvidia-cuda-nvrtc-cu12-12.0.140)/libnvrtc.so.12" \
    "$(lib nvidia-cuda-nvrtc-13.5.37)/libnvrtc.so.13"
equal "$answers" "0 0"
asks 0 doctor LN101 --pid $pid
ends

asks 2 find --pid $pid
