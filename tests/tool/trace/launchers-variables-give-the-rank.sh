# A traced process has the rank, the rank on its host and the job that its launcher's variables say:
# those of the first launcher whose rank and number of ranks are both set.
echo 'int ncclGetVersion(int *);
int main(void) { int version; return ncclGetVersion(&version); }' >program.c
fake_library nccl 2.28.9 real
$CC -w program.c real/libnccl.so.2 -o program
export LD_LIBRARY_PATH="$stage/real" LAZYNCCL_LIBPATH="$stage/real"

# is RANK LOCAL-RANK JOB [NAME=VALUE...]: as a process with these variables is known.
is()
{
    rm -rf calls
    wanted="\"job\": \"$3\", \"rank\": $1, \"local_rank\": $2,"
    shift 3
    env "$@" "$TOOL" run --lazy nccl --trace calls -- ./program
    "$TOOL" trace --json calls >said || fail "$(cat said)"
    grep -qE -e "$wanted" said || fail "$*: not $wanted: $(grep '"rank"' said)"
    remove_rings
}
slurm='SLURM_JOB_ID=7 SLURM_STEP_ID=0 SLURM_PROCID=5 SLURM_STEP_NUM_TASKS=9 SLURM_LOCALID=2'
is 3 1 run-4 RANK=3 WORLD_SIZE=8 LOCAL_RANK=1 TORCHELASTIC_RUN_ID=run-4
is 3 1 run-4 RANK=3 WORLD_SIZE=8 LOCAL_RANK=1 TORCHELASTIC_RUN_ID=run-4 SLURM_JOB_ID=7 # no step
is 5 2 7.0 $slurm
is 3 1 7.0 RANK=3 WORLD_SIZE=8 LOCAL_RANK=1 $slurm
is 5 2 7.0 RANK=3 LOCAL_RANK=1 $slurm # how many is not said
is 9 0 ns-9 OMPI_COMM_WORLD_RANK=9 OMPI_COMM_WORLD_SIZE=12 OMPI_COMM_WORLD_LOCAL_RANK=0 PMIX_NAMESPACE=ns-9 $slurm
is 2 6 kvs PMI_RANK=2 PMI_SIZE=4 MPI_LOCALRANKID=6 PMI_JOBID=kvs
is 8 -1 ns-9 PMIX_RANK=8 PMIX_NAMESPACE=ns-9
is -1 -1 '.*' RANK=x WORLD_SIZE=8 LOCAL_RANK=1
