# In a module that was loaded by dlmopen(), lazynccl_set_handle() accepts a handle of the module's
# namespace, and still refuses a pointer that is not a handle.
fake_library nccl 2.28.1 lib
compile host -ldl <<'C'
int main(int count, char **words)
{
    char text[256];
    Lmid_t space = LM_ID_BASE;
    void *module = dlmopen(strcmp(words[1], "new") == 0 ? LM_ID_NEWLM : LM_ID_BASE, words[2],
                           RTLD_NOW), *handle;
    void (*use)(void *, char *, size_t);
    if (count != 4 || !module || dlinfo(module, RTLD_DI_LMID, &space) != 0)
        return 1;
    handle = dlmopen(space, words[3], RTLD_NOW);
    *(void **)&use = dlsym(module, "use");
    use(handle, text, sizeof text);
    puts(text);
}
C
consumer - module.so -shared -fPIC <<'C'
#include <lazynccl.h>
int ncclGetVersion(int *version);
__attribute__((visibility("default"))) void use(void *handle, char *text, size_t size)
{
    int version = 0, wrong = lazynccl_set_handle(lazynccl_nccl(), text);
    int result = lazynccl_set_handle(lazynccl_nccl(), handle), code = ncclGetVersion(&version);
    snprintf(text, size, "%d %d %d %d %s", wrong, result, code, version,
             lazynccl_found_via(lazynccl_nccl()));
}
C
for space in base new; do
    equal "$space: $(LAZYNCCL_SEARCH=api ./host $space "$stage/module.so" "$stage/lib/libnccl.so.2" 2>&1)" \
        "$space: -1 0 0 22801 api"
done
