/* Windows: tells the linker's delay-load helper where each function is, at its first call. Later
 * calls of a function that was found cost nothing more. The helper asks again at each call of an
 * absent function, so that a later search can find it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "windows/delayload.h"

#define OUT_OF_MEMORY "out of memory"
#define MOST_DLLS 8

/* A text. What does not fit is cut off. */
struct text {
    char bytes[8192];
    size_t length;
};

struct search {
    lazynccl_library *library;
    int order[MOST_DLLS], count; /* the acceptable DLLs, best first; their number */
    const char *via;             /* the current search location */
    struct lazynccl_outcome found;
    struct text mistake, report; /* the first unusable file or setting; all lines */
};

static volatile LONG frozen;

static void add(struct text *text, const char *format, ...)
{
    size_t room = sizeof text->bytes - text->length;
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(text->bytes + text->length, room, format, arguments);
    va_end(arguments);
    if (length > 0)
        text->length += (size_t)length < room ? (size_t)length : room - 1;
}

/* Returns a copy of a text, which lives as long as the module. Equal texts have the same copy. */
static const char *kept(const char *text)
{
    struct keep {
        struct keep *next;
        char text[1];
    };
    static struct keep *volatile first;
    struct keep *newest = first, *own;

    for (struct keep *each = newest; each; each = each->next)
        if (strcmp(each->text, text) == 0)
            return each->text;
    own = malloc(sizeof *own + strlen(text));
    if (!own)
        return OUT_OF_MEMORY;
    strcpy(own->text, text);
    do
        own->next = newest = first;
    while (InterlockedCompareExchangePointer((void *volatile *)&first, own, newest) != newest);
    return own->text;
}

static const char *utf8(const WCHAR *wide)
{
    int size = WideCharToMultiByte(CP_UTF8, 0, wide, -1, NULL, 0, NULL, NULL);
    char *text = malloc((size_t)size + 1);
    const char *result = OUT_OF_MEMORY;

    if (text && WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, size, NULL, NULL))
        result = kept(text);
    free(text);
    return result;
}

/* Returns the three texts joined, to be freed, or NULL if out of memory. `length` is of `first`. */
static WCHAR *joined(const WCHAR *first, size_t length, const WCHAR *between, const char *last)
{
    int size = MultiByteToWideChar(CP_UTF8, 0, last, -1, NULL, 0);
    size_t middle = wcslen(between);
    WCHAR *text = malloc((length + middle + (size_t)size) * sizeof *text);

    if (!text)
        return NULL;
    memcpy(text, first, length * sizeof *text);
    memcpy(text + length, between, middle * sizeof *text);
    MultiByteToWideChar(CP_UTF8, 0, last, -1, text + length + middle, size);
    return text;
}

/* Returns a variable's value, to be freed; NULL if it is unset or empty. */
static WCHAR *variable(const WCHAR *name)
{
    DWORD size = GetEnvironmentVariableW(name, NULL, 0);
    WCHAR *value = size > 1 ? malloc(size * sizeof *value) : NULL;

    if (value && GetEnvironmentVariableW(name, value, size) != size - 1) {
        free(value);
        return NULL;
    }
    return value;
}

/* Returns whether a path is only a name, for which Windows searches. */
static int is_name(const WCHAR *path)
{
    return !wcspbrk(path, L"\\/:");
}

static int is_absolute(const WCHAR *path)
{
    return (path[0] && path[1] == ':' && (path[2] == '\\' || path[2] == '/')) ||
           (path[0] == '\\' && path[1] == '\\');
}

/* Adds a line to the report. */
static void note(struct search *s, const char *path, const char *what)
{
    add(&s->report, "%s: %s: %s\n", s->via, path, what);
}

/* Adds a line on an unusable file or setting. The first such line becomes the reason. */
static void mistake(struct search *s, const char *path, const char *what)
{
    note(s, path, what);
    if (!s->mistake.length)
        add(&s->mistake, "%s: %s", path, what);
}

/* Returns whether the error means that there is no file, not that it cannot be read. */
static int is_not_there(DWORD error)
{
    return error == ERROR_FILE_NOT_FOUND || error == ERROR_PATH_NOT_FOUND || error == ERROR_MOD_NOT_FOUND;
}

static const char *error_text(DWORD error)
{
    struct text text = {.length = 0};

    if (error == ERROR_BAD_EXE_FORMAT)
        return "not a DLL of 64-bit Windows";
    if (error == ERROR_MOD_NOT_FOUND)
        return "a DLL that it needs was not found";
    add(&text, "Windows error %lu", error);
    return kept(text.bytes);
}

/* Returns the number N of the "_N" that ends at *end, and moves *end before it; -1 if none. */
static int last_number(const char *name, size_t *end)
{
    size_t i = *end;
    int number;

    while (i > 0 && name[i - 1] >= '0' && name[i - 1] <= '9')
        i--;
    if (i == *end || i == 0 || name[i - 1] != '_')
        return -1;
    number = atoi(name + i);
    *end = i - 1;
    return number;
}

/* Splits a name such as __nvJitLinkCreate_12_9. Returns the major, or 0 for a plain name. */
static int split(const char *name, char plain[128], int *minor)
{
    size_t end = strlen(name);
    int major = 0;

    *minor = strncmp(name, "__", 2) == 0 ? last_number(name, &end) : -1;
    if (*minor >= 0)
        major = last_number(name, &end);
    if (major <= 0)
        snprintf(plain, 128, "%s", name);
    else
        snprintf(plain, 128, "%.*s", (int)(end - 2), name + 2);
    return major > 0 ? major : 0;
}

/* Returns the newest function with a suffix of this major and at most this minor. */
static FARPROC suffixed(HMODULE handle, const char *plain, int major, int minor)
{
    char name[160];
    FARPROC found = NULL;

    for (; !found && minor >= 0; minor--) {
        snprintf(name, sizeof name, "__%s_%d_%d", plain, major, minor);
        found = GetProcAddress(handle, name);
    }
    return found;
}

/* Returns the sentence on a function if it differs between the DLL's major and the program's. */
static const char *changed(const lazynccl_library *library, const struct lazynccl_outcome *outcome,
                           const char *plain, int program)
{
    const char *row = library->description->changed;

    if (!program || !outcome->cuda || program == outcome->cuda)
        return NULL;
    for (; row && *row; row += strlen(row) + 1) {
        int same = strcmp(row, plain) == 0;

        row += strlen(row) + 1;
        if (same)
            return row;
    }
    return NULL;
}

/* Returns the DLL's function for this name, or NULL after setting *why to the reason. */
static FARPROC resolve(const lazynccl_library *library, const struct lazynccl_outcome *outcome,
                       const char *name, const char **why)
{
    char plain[128];
    int minor, family = library->description->suffixed ? split(name, plain, &minor) : 0;
    FARPROC found;

    if (!library->description->suffixed)
        snprintf(plain, sizeof plain, "%s", name);
    *why = changed(library, outcome, plain, family ? family : LAZYNCCL_CUDA_MAJOR);
    if (*why)
        return NULL;
    *why = "it lacks this function";
    found = GetProcAddress(outcome->handle, name);
    if (found || !library->description->suffixed)
        return found;
    if (family && family == outcome->cuda)
        found = suffixed(outcome->handle, plain, family, minor);
    if (!found)
        found = GetProcAddress(outcome->handle, plain);
    if (!found && family != outcome->cuda)
        found = suffixed(outcome->handle, plain, outcome->cuda, 20); /* no minor is higher */
    return found;
}

static int is_optional(const struct lazynccl_description *desc, const char *name)
{
    for (const char *other = desc->optional; other && *other; other += strlen(other) + 1)
        if (strcmp(other, name) == 0)
            return 1;
    return 0;
}

/* Returns whether the next name in the list is the same function with a newer suffix. */
static int is_followed(const char *name)
{
    char plain[128], next[128];
    int minor, major = split(name, plain, &minor);

    return major && split(name + strlen(name) + 1, next, &minor) == major && strcmp(plain, next) == 0;
}

/* Returns the first absent function that is not optional, or NULL. */
static const char *lacking(const lazynccl_library *library, const struct lazynccl_outcome *outcome)
{
    const struct lazynccl_description *desc = library->description;
    const char *why;

    for (const char *name = desc->functions; *name; name += strlen(name) + 1)
        if (!(desc->suffixed && is_followed(name)) && !is_optional(desc, name) &&
            !resolve(library, outcome, name, &why))
            return name;
    return NULL;
}

/* Lists the acceptable DLLs. Those of the program's CUDA major come first. */
static void order(struct search *s, int program)
{
    const struct lazynccl_dll *dlls = s->library->description->dlls;
    WCHAR *user = variable(L"LAZYNCCL_CUDA");
    int only = LAZYNCCL_CUDA_ONLY ? LAZYNCCL_CUDA_ONLY : user ? _wtoi(user) : 0;

    for (int preferred = 1; preferred >= 0; preferred--)
        for (int i = 0; dlls[i].name && s->count < MOST_DLLS; i++)
            if ((dlls[i].cuda == program || !program) == preferred &&
                (!only || !dlls[i].cuda || dlls[i].cuda == only))
                s->order[s->count++] = i;
    free(user);
}

/* Opens the DLL's companion, because the DLL itself would look for it in other folders. */
static void open_companion(const struct lazynccl_description *desc, const WCHAR *path, int version)
{
    const WCHAR *end = wcsrchr(path, '\\');
    struct text name = {.length = 0};
    WCHAR *file;

    if (!desc->companion || !end)
        return;
    add(&name, desc->companion, version / 10000, version / 100 % 100);
    file = joined(path, (size_t)(end - path), L"\\", name.bytes);
    if (file)
        LoadLibraryExW(file, NULL, LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR | LOAD_LIBRARY_SEARCH_SYSTEM32);
    free(file);
}

/* Accepts an open DLL if it is new enough. Returns 1 and keeps it open, or returns 0. */
static int take(struct search *s, HMODULE handle, int dll)
{
    const struct lazynccl_description *desc = s->library->description;
    struct lazynccl_outcome *found = &s->found;
    WCHAR path[MAX_PATH * 8];
    struct text fault = {.length = 0};
    FARPROC ask;
    const char *why;
    HMODULE pinned;

    if (!GetModuleFileNameW(handle, path, MAX_PATH * 8)) {
        mistake(s, "the handle that was set", "is not that of an open DLL");
        return 0;
    }
    found->handle = handle;
    found->cuda = dll >= 0 ? desc->dlls[dll].cuda : 0;
    ask = desc->version ? resolve(s->library, found, desc->version_function, &why) : NULL;
    found->version = ask ? desc->version((lazynccl_function)(INT_PTR)ask) : 0;
    if (dll < 0 && desc->suffixed)
        found->cuda = found->version / 10000;
    why = desc->complete ? lacking(s->library, found) : NULL;
    if (found->version < s->library->required && found->version)
        add(&fault, "older than what the program requires");
    else if (why)
        add(&fault, "lacks %s, and this program needs all functions", why);
    if (fault.length) {
        found->handle = NULL;
        mistake(s, utf8(path), fault.bytes);
        return 0;
    }
    open_companion(desc, path, found->version);
    GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_PIN | GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS,
                       (LPCWSTR)handle, &pinned);
    found->path = utf8(path);
    found->via = s->via;
    add(&s->report, "%s: %s: opened\n", s->via, found->path);
    return 1;
}

static int open_file(struct search *s, const WCHAR *path, int dll)
{
    HMODULE handle;

    if (!is_name(path) && GetFileAttributesW(path) == INVALID_FILE_ATTRIBUTES) {
        DWORD error = GetLastError();

        if (is_not_there(error))
            note(s, utf8(path), "not found");
        else
            mistake(s, utf8(path), error_text(error));
        return 0;
    }
    handle = LoadLibraryExW(path, NULL, LOAD_LIBRARY_SEARCH_DEFAULT_DIRS |
                                            (is_name(path) ? 0 : LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR));
    if (!handle) {
        DWORD error = GetLastError();

        mistake(s, utf8(path), is_name(path) && error == ERROR_MOD_NOT_FOUND
                                   ? "it, or a DLL that it needs, was not found" : error_text(error));
        return 0;
    }
    if (take(s, handle, dll))
        return 1;
    FreeLibrary(handle);
    return 0;
}

static int open_in(struct search *s, const WCHAR *folder, size_t length)
{
    for (int i = 0; i < s->count; i++) {
        const char *name = s->library->description->dlls[s->order[i]].name;
        WCHAR *path = joined(folder, length, L"\\", name);
        int found = path && open_file(s, path, s->order[i]);

        if (!path)
            mistake(s, name, OUT_OF_MEMORY);
        free(path);
        if (found)
            return 1;
    }
    return 0;
}

/* Returns the index of the DLL whose name the path has, or -1. */
static int named(const struct search *s, const WCHAR *path)
{
    const WCHAR *end = wcsrchr(path, '\\');
    const char *name = utf8(end ? end + 1 : path);

    for (int i = 0; i < s->count; i++)
        if (_stricmp(name, s->library->description->dlls[s->order[i]].name) == 0)
            return s->order[i];
    return -1;
}

/* Opens a file, or the library in a folder. With `any`, the file may have any name and no folder. */
static int open_path(struct search *s, const WCHAR *path, int any)
{
    DWORD kind = GetFileAttributesW(path);
    int dll = named(s, path);

    if (any && is_name(path))
        return open_file(s, path, dll);
    if (!is_absolute(path)) {
        mistake(s, utf8(path), "not an absolute path");
        return 0;
    }
    if (kind != INVALID_FILE_ATTRIBUTES && kind & FILE_ATTRIBUTE_DIRECTORY)
        return open_in(s, path, wcslen(path));
    if (kind == INVALID_FILE_ATTRIBUTES && any) {
        mistake(s, utf8(path), "not found");
        return 0;
    }
    return (any || dll >= 0) && open_file(s, path, dll);
}

static int search_env(struct search *s)
{
    WCHAR *value = variable(L"LAZYNCCL_LIBPATH"), *next;
    int found = 0;

    for (WCHAR *entry = value; entry && !found; entry = next) {
        const char *name = s->library->description->name;
        WCHAR *equals = wcschr(entry, '=');

        next = wcschr(entry, ';');
        if (next)
            *next++ = '\0';
        if (equals && (!next || equals < next)) {
            *equals = '\0';
            if (_stricmp(utf8(entry), name) == 0)
                found = open_path(s, equals + 1, !is_name(equals + 1));
        } else if (*entry) {
            found = open_path(s, entry, 0);
        }
    }
    free(value);
    return found;
}

static int search_loaded(struct search *s)
{
    for (int i = 0; i < s->count; i++) {
        HMODULE handle = GetModuleHandleA(s->library->description->dlls[s->order[i]].name);

        if (handle && take(s, handle, s->order[i]))
            return 1;
    }
    return 0;
}

/* Searches the wheels in the site-packages that contains this module. */
static int search_wheel(struct search *s)
{
    const char *const *wheels = s->library->description->wheels;
    WCHAR path[MAX_PATH * 8];
    HMODULE own;

    if (!GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS |
                                GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
                            (LPCWSTR)lazynccl_libraries, &own) ||
        !GetModuleFileNameW(own, path, MAX_PATH * 8))
        return 0;
    for (WCHAR *end; (end = wcsrchr(path, '\\')); *end = '\0') {
        if (_wcsicmp(end + 1, L"site-packages") != 0)
            continue;
        for (int i = 0; wheels[i]; i++) {
            WCHAR *folder = joined(path, wcslen(path), L"\\", wheels[i]);
            int found = folder && open_in(s, folder, wcslen(folder));

            free(folder);
            if (found)
                return 1;
        }
        return 0;
    }
    return 0;
}

/* Searches beside the program, in System32, and in folders that the program added, but neither in
 * the working folder nor in PATH. */
static int search_system(struct search *s)
{
    for (int i = 0; i < s->count; i++) {
        const char *name = s->library->description->dlls[s->order[i]].name;
        HMODULE handle = LoadLibraryExA(name, NULL, LOAD_LIBRARY_SEARCH_DEFAULT_DIRS);
        DWORD error = GetLastError();
        int there = handle || error != ERROR_MOD_NOT_FOUND;

        if (handle && take(s, handle, s->order[i]))
            return 1;
        if (!there) { /* the error is the same if a DLL that this one needs is missing */
            handle = LoadLibraryExA(name, NULL, LOAD_LIBRARY_AS_DATAFILE | LOAD_LIBRARY_SEARCH_DEFAULT_DIRS);
            if (!handle)
                error = GetLastError();
        }
        if (!there && !handle && is_not_there(error)) {
            note(s, name, "not found");
            s->found.missing = 1;
        } else if (!there || !handle) {
            mistake(s, name, error_text(error));
        }
        if (handle)
            FreeLibrary(handle);
    }
    return 0;
}

/* Searches the toolkit of CUDA_PATH. CUDA 13 has its DLLs in bin\x64. */
static int search_toolkit(struct search *s)
{
    WCHAR *home = variable(L"CUDA_PATH"), *folder;
    int found = 0;

    for (int i = 0; home && is_absolute(home) && i < 2 && !found; i++) {
        folder = joined(home, wcslen(home), L"\\", i ? "bin" : "bin\\x64");
        found = folder && open_in(s, folder, wcslen(folder));
        free(folder);
    }
    free(home);
    return found;
}

/* The search locations, in search order. */
static const struct {
    const char *via;
    int (*search)(struct search *);
} locations[] = {
    {"env", search_env},     {"loaded", search_loaded},   {"wheel", search_wheel},
    {"system", search_system}, {"toolkit", search_toolkit},
};

static void search_all(struct search *s)
{
    lazynccl_library *library = s->library;
    const struct lazynccl_description *desc = library->description;

    s->via = "api";
    if (library->handle) {
        take(s, library->handle, -1);
    } else if (library->path) {
        open_path(s, library->path, 1);
    } else if (desc->dlls[0].name) {
        for (size_t i = 0; i < sizeof locations / sizeof *locations; i++) {
            s->via = locations[i].via;
            if (locations[i].search(s))
                return;
        }
    } else {
        add(&s->mistake, "no DLL of %s is known", desc->title);
    }
}

/* Returns the known outcome, or searches. `program` is the CUDA major in the called name, or 0. */
static struct lazynccl_outcome *find_outcome(lazynccl_library *library, int program)
{
    static struct lazynccl_outcome unsearched = {.reason = "lazynccl_freeze() was called before",
                                                 .report = ""},
                                   no_memory = {.reason = OUT_OF_MEMORY, .report = ""};
    struct lazynccl_outcome *known = library->outcome, *own;
    LONG settings = library->settings;
    struct search *s;

    if (known && (known->handle || known->settings == settings || frozen))
        return known;
    if (frozen)
        return &unsearched;
    s = calloc(1, sizeof *s);
    own = malloc(sizeof *own);
    if (!s || !own) {
        free(s);
        free(own);
        return &no_memory;
    }
    s->library = library;
    order(s, program ? program : LAZYNCCL_CUDA_MAJOR);
    search_all(s);
    if (!s->found.handle) {
        struct text reason = {.length = 0};

        add(&reason, "%s cannot be used: ", library->description->title);
        if (s->mistake.length)
            add(&reason, "%s", s->mistake.bytes);
        else
            add(&reason, "no %s in any search location",
                s->count ? library->description->dlls[s->order[0]].name : "acceptable DLL");
        s->found.reason = kept(reason.bytes);
    }
    if (s->mistake.length)
        s->found.missing = 0;
    s->found.report = kept(s->report.bytes);
    s->found.settings = settings;
    *own = s->found;
    if (GetEnvironmentVariableW(L"LAZYNCCL_DEBUG", NULL, 0))
        fprintf(stderr, "lazynccl: %s\n%s", own->reason ? own->reason : own->path, own->report);
    free(s);
    if (InterlockedCompareExchangePointer((void *volatile *)&library->outcome, own, known) != known) {
        free(own); /* another thread was first */
        return library->outcome;
    }
    return own;
}

static LAZYNCCL_THREAD struct call {
    lazynccl_library *library;
    const char *function;
} call;

static void lazynccl_announce(lazynccl_library *library, const char *function)
{
    find_outcome(library, 0);
    call.library = library;
    call.function = function;
}

static const char *lazynccl_absent_reason(lazynccl_library *library)
{
    const char *reason = lazynccl_error(library, library == call.library ? call.function : NULL);

    return reason ? reason : "";
}

/* Calls the program's handler. The handler may throw: Windows can unwind from here through the
 * fallback. The linker's thunk has jumped, and so is not on the stack. */
static void lazynccl_called(void)
{
    const struct lazynccl_told *told = call.library->told;
    struct call saved = call;

    if (told)
        told->handler(saved.function, lazynccl_absent_reason(saved.library), told->data);
    call = saved;
}

/* The fallback of a function for which no value is safe: reports the reason and aborts. */
static void lazynccl_stop(void)
{
    lazynccl_called();
    fprintf(stderr, "lazynccl: %s: %s\n", call.function, lazynccl_absent_reason(call.library));
    abort();
}

/* Returns a function's position in the library's list, or -1. */
static int position(const lazynccl_library *library, const char *function)
{
    int i = 0;

    for (const char *name = library->description->functions; *name; name += strlen(name) + 1, i++)
        if (strcmp(name, function) == 0)
            return i;
    return -1;
}

/* Returns the fallback of an absent function. One of the `certain` fallbacks is used only if no DLL
 * is installed or the function is optional; otherwise the call aborts. */
static lazynccl_function fallback(const lazynccl_library *library, const struct lazynccl_outcome *outcome,
                                  const char *function)
{
    const struct lazynccl_description *desc = library->description;
    int i = position(library, function), row = i < 0 ? -1 : desc->answers[i];
    int is_answer = row >= desc->reasons && row < desc->reasons + desc->certain;

    if (row < 0 || (is_answer && !(outcome->handle ? is_optional(desc, function) : outcome->missing)))
        return lazynccl_stop;
    return desc->fallbacks[row];
}

/* Looks up all functions that the program imports, as on Linux, so that only one call goes through
 * the helper: thunks of GNU's dlltool before 2.45 and LLVM's lld before 22 lose floating-point
 * arguments. Returns 0 if the program has no list of delayed DLLs: GNU's ld writes none. */
static int fill(lazynccl_library *library)
{
    int listed = 0;

    if (InterlockedCompareExchange(&library->filled, 1, 0) == 0) {
        for (const struct lazynccl_dll *dll = library->description->dlls; dll->name; dll++)
            listed |= SUCCEEDED(__HrLoadAllImportsForDll(dll->name));
        if (!listed)
            library->filled = -1;
    }
    return library->filled > 0;
}

extern IMAGE_DOS_HEADER __ImageBase; /* defined by the linker: where this program or DLL begins */

/* Looks up all functions of the import table through which a call came. */
static void fill_table(const lazynccl_library *library, const struct lazynccl_outcome *outcome,
                       const ImgDelayDescr *table)
{
    char *base = (char *)&__ImageBase;
    const IMAGE_THUNK_DATA *row = (const IMAGE_THUNK_DATA *)(base + table->rvaINT);
    FARPROC found, *entry = (FARPROC *)(base + table->rvaIAT);
    const char *why;

    for (; row->u1.AddressOfData; row++, entry++) {
        const IMAGE_IMPORT_BY_NAME *import = (const IMAGE_IMPORT_BY_NAME *)(base + row->u1.AddressOfData);

        if (IMAGE_SNAP_BY_ORDINAL(row->u1.Ordinal))
            continue;
        found = resolve(library, outcome, (const char *)import->Name, &why);
        if (found)
            *entry = found;
    }
}

/* The helper's hook. A program with a hook of its own compiles this file with -DLAZYNCCL_OWN_HOOK,
 * and calls this function first in its hook. */
FARPROC WINAPI lazynccl_delayload_hook(unsigned event, PDelayLoadInfo info)
{
    lazynccl_library *library = NULL;
    struct lazynccl_outcome *outcome;
    const char *why, *name = info->dlp.szProcName;
    FARPROC found;
    char plain[128];
    int minor, i;

    for (i = 0; lazynccl_libraries[i] && !library; i++)
        for (const struct lazynccl_dll *dll = lazynccl_libraries[i]->description->dlls; dll->name; dll++)
            if (_stricmp(dll->name, info->szDll) == 0)
                library = lazynccl_libraries[i];
    if (!library || !info->dlp.fImportByName || event > dliNotePreGetProcAddress)
        return NULL;
    outcome = find_outcome(library, library->description->suffixed ? split(name, plain, &minor) : 0);
    if (outcome->handle && !fill(library))
        fill_table(library, outcome, info->pidd);
    found = outcome->handle ? resolve(library, outcome, name, &why) : NULL;
    if (found)
        return event == dliStartProcessing ? NULL
               : event == dliNotePreLoadLibrary ? (FARPROC)(INT_PTR)outcome->handle
                                                : found;
    lazynccl_announce(library, name);
    return (FARPROC)(INT_PTR)fallback(library, outcome, name);
}

#ifndef LAZYNCCL_OWN_HOOK
#if defined(_MSC_VER) && !defined(DELAYIMP_INSECURE_WRITABLE_HOOKS)
const
#endif
    PfnDliHook __pfnDliNotifyHook2 = lazynccl_delayload_hook;
#endif

/* ---- the functions of lazynccl.h */

int lazynccl_available(lazynccl_library *library)
{
    return library && find_outcome(library, 0)->handle != NULL;
}

int lazynccl_load(lazynccl_library *library)
{
    if (library && !(library->outcome && library->outcome->handle))
        InterlockedIncrement(&library->settings);
    if (!lazynccl_available(library))
        return -1;
    fill(library);
    return 0;
}

void lazynccl_freeze(void)
{
    frozen = 1;
}

void *lazynccl_symbol(lazynccl_library *library, const char *symbol)
{
    const char *why;

    return symbol && lazynccl_available(library)
               ? (void *)(INT_PTR)resolve(library, library->outcome, symbol, &why)
               : NULL;
}

int lazynccl_has(lazynccl_library *library, const char *symbol)
{
    return library && symbol && position(library, symbol) >= 0 && lazynccl_symbol(library, symbol);
}

static const struct lazynccl_outcome *success(const lazynccl_library *library)
{
    return library && library->outcome && library->outcome->handle ? library->outcome : NULL;
}

const char *lazynccl_missing(lazynccl_library *library)
{
    return success(library) ? lacking(library, library->outcome) : NULL;
}

int lazynccl_on_absent(lazynccl_library *library, lazynccl_absent_handler handler, void *data)
{
    struct lazynccl_told *told = handler ? malloc(sizeof *told) : NULL;

    if (!library || (handler && !told))
        return -1;
    if (told)
        *told = (struct lazynccl_told){handler, data};
    InterlockedExchangePointer((void *volatile *)&library->told, told); /* the old one may be in use */
    return 0;
}

int lazynccl_require(lazynccl_library *library, int version)
{
    if (!library || version <= 0 || success(library))
        return -1;
    if (version > library->required)
        library->required = version;
    InterlockedIncrement(&library->settings);
    return 0;
}

int lazynccl_version(lazynccl_library *library)
{
    return success(library) ? success(library)->version : 0;
}

const char *lazynccl_path(lazynccl_library *library)
{
    return success(library) ? success(library)->path : NULL;
}

const char *lazynccl_found_via(lazynccl_library *library)
{
    return success(library) ? success(library)->via : NULL;
}

const char *lazynccl_error(lazynccl_library *library, const char *symbol)
{
    const struct lazynccl_outcome *outcome = library ? library->outcome : NULL;
    struct text text = {.length = 0};
    const char *why;

    if (!library)
        return "no library was given";
    if (!outcome)
        return "the library has not been searched for yet: no function of it was called";
    if (!outcome->handle)
        return outcome->reason;
    if (!symbol || resolve(library, outcome, symbol, &why))
        return NULL;
    add(&text, "%s: %s: %s", symbol, outcome->path, why);
    return kept(text.bytes);
}

const char *lazynccl_why(lazynccl_library *library)
{
    lazynccl_available(library);
    return lazynccl_error(library, NULL);
}

const char *lazynccl_report(lazynccl_library *library)
{
    return library && library->outcome ? library->outcome->report : "";
}

int lazynccl_set_path(lazynccl_library *library, const char *file_or_folder)
{
    WCHAR *wide = file_or_folder ? joined(L"", 0, L"", file_or_folder) : NULL;
    WCHAR *path = wide && *wide && !is_name(wide) ? _wfullpath(NULL, wide, 0) : wide;

    if (path != wide)
        free(wide);
    if (!library || success(library) || (file_or_folder && (!path || !*path))) {
        free(path);
        return -1;
    }
    InterlockedExchangePointer((void *volatile *)&library->path, path); /* the old one may be read */
    InterlockedIncrement(&library->settings);
    return 0;
}

int lazynccl_set_handle(lazynccl_library *library, void *handle)
{
    WCHAR path[2]; /* too short for a path: shows only whether the handle is valid */

    if (!library || success(library) || (handle && !GetModuleFileNameW(handle, path, 2)))
        return -1;
    library->handle = handle;
    InterlockedIncrement(&library->settings);
    return 0;
}
