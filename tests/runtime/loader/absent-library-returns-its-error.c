/* Each kind of return value of an absent library is the one promised in docs/when-absent.md. */
#undef NDEBUG
#include <assert.h>
#include <stdint.h>
#include <string.h>

typedef struct {
    int ranks, rank, stride;
} team;
typedef struct {
    char bytes[128];
} unique_id;

int ncclCommInitRank(void **comm, int ranks, unique_id id, int rank);
int ncclCommCount(void *comm, int *count);
int ncclCommUserRank(void *comm, int *rank);
int ncclCommGetAsyncError(void *comm, int *error);
int ncclRedOpCreatePreMulSum(int *operation, void *scalar, int type, int residence, void *comm);
int ncclGetUniqueId(unique_id *id);
int ncclGetPeerDeviceLeInfo(void *window, size_t offset, int peer, uint32_t *id, size_t *at);
int ncclParamGetStr(void *handle, const char **text);
team ncclTeamWorld(void *comm);
int ncclTeamRankToWorld(void *comm, team from, int rank);
int ncclLLA2ACalcSlots(int most, int size);
void ncclResetDebugInit(void);
const char *ncclGetErrorString(int code);
const char *pncclGetLastError(void *comm);
int nvrtcCreateProgram(void **program, const char *source, const char *name, int headers,
                       const char *const *texts, const char *const *names);
int nvrtcGetPTXSize(void *program, size_t *size);
const char *nvrtcGetErrorString(int code);
int nvJitLinkCreate(void **linker, uint32_t count, const char **options);
int __nvJitLinkCreate_12_9(void **linker, uint32_t count, const char **options);
int __nvJitLinkGetLinkedCubinSize_13_0(void *linker, size_t *size);

int main(void)
{
    unique_id id, zero = {{0}};
    void *pointer = &pointer;
    int number = 77, nothing;
    size_t size = 77;
    uint32_t le = 77;
    const char *text = NULL;
    team none;

    assert(ncclCommInitRank(&pointer, 1, zero, 0) == 2 && !pointer);
    assert(ncclCommCount(NULL, &number) == 2 && number == 0);
    assert(ncclCommUserRank(NULL, &number) == 2 && number == -1);
    assert(ncclCommGetAsyncError(NULL, &number) == 2 && number == 2);
    assert(ncclRedOpCreatePreMulSum(&number, NULL, 0, 0, NULL) == 2 && number == 0x7fffffff);
    assert(ncclGetPeerDeviceLeInfo(NULL, 0, 0, &le, &size) == 2 && le == UINT32_MAX && size == 0);
    assert(ncclParamGetStr(NULL, &text) == 2 && text && !*text);
    memset(&id, 77, sizeof id);
    assert(ncclGetUniqueId(&id) == 2 && memcmp(&id, &zero, sizeof id) == 0);
    none = ncclTeamWorld(NULL);
    assert(none.ranks == 0 && none.rank == 0 && none.stride == 0);
    assert(ncclTeamRankToWorld(NULL, none, 3) == -1);
    assert(ncclLLA2ACalcSlots(1, 1) == 0);
    ncclResetDebugInit();
    assert(strstr(ncclGetErrorString(0), "NCCL cannot be used: "));
    assert(strstr(pncclGetLastError(NULL), "NCCL cannot be used: "));

    pointer = &nothing;
    assert(nvrtcCreateProgram(&pointer, "", NULL, 0, NULL, NULL) == 11 && !pointer);
    size = 77;
    assert(nvrtcGetPTXSize(NULL, &size) == 11 && size == 0);
    assert(strstr(nvrtcGetErrorString(0), "NVRTC cannot be used: "));

    pointer = &nothing;
    assert(nvJitLinkCreate(&pointer, 0, NULL) == 6 && !pointer);
    pointer = &nothing;
    assert(__nvJitLinkCreate_12_9(&pointer, 0, NULL) == 6 && !pointer);
    size = 77;
    assert(__nvJitLinkGetLinkedCubinSize_13_0(NULL, &size) == 6 && size == 0);
    return 0;
}
