// usage: corner-calls CHECK: makes one call of the library, the first of this process.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#define _Complex __complex__
#include "corner.h"
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

static int throws(void *)
{
    throw std::runtime_error("through");
}

static int adds(void *with)
{
    return *static_cast<int *>(with) + corner_self(1);
}

static bool wide_call()
{
    wide v[8], sum{};
    for (int i = 0; i < 8; i++)
        for (unsigned k = 0; k < sizeof(wide) / sizeof(double); k++)
            v[i][k] = i * 100 + k;
    for (int i = 0; i < 8; i++)
        sum += (i + 1) * v[i];
    wide got = corner_wide(v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]);
    return memcmp(&got, &sum, sizeof sum) == 0;
}

static bool catches()
{
    try {
        corner_callback(throws, nullptr);
    } catch (const std::runtime_error &error) {
        return std::string(error.what()) == "through";
    }
    return false;
}

static bool threads()
{
    std::vector<std::thread> all;
    int wrong = 0;
    for (int i = 0; i < 64; i++)
        all.emplace_back([&wrong, i] {
            if (corner_self(i) != i + 1 || corner_chosen(i) != i + 40)
                __atomic_add_fetch(&wrong, 1, __ATOMIC_RELAXED);
        });
    for (auto &thread : all)
        thread.join();
    return wrong == 0;
}

static bool forks()
{
    std::thread other([] {
        for (int i = 0; i < 1000; i++)
            corner_self(i);
    });
    int failed = 0;
    for (int i = 0; i < 20; i++) {
        pid_t child = fork();
        if (child == 0)
            _exit(corner_self(1) == 2 && corner_chosen(2) == 42 ? 0 : 1);
        int status = 0;
        waitpid(child, &status, 0);
        failed += status != 0;
    }
    other.join();
    return failed == 0;
}

static bool closes()
{
    for (int i = 0; i < 3; i++) {
        void *library = dlopen("libcorner.so.1", RTLD_NOW);
        auto self = reinterpret_cast<int (*)(int)>(dlsym(library, "corner_self"));
        if (!library || self(1) != 2 || dlclose(library) != 0)
            return false;
    }
    pid_t child = fork();
    if (child == 0)
        _exit(0);
    int status = 1;
    waitpid(child, &status, 0);
    return status == 0;
}

static bool old_version()
{
    void *library = dlopen("libcorner.so.1", RTLD_NOW);
    auto old = reinterpret_cast<int (*)()>(dlvsym(library, "corner_versioned", "V1"));
    return old && old() == 1 && corner_versioned() == 2;
}

static bool many()
{
    struct big w = {};
    w.d[15] = 1000;
    return corner_many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, w) ==
           650 + 385 + 1000;
}

static bool returns_structs()
{
    struct big in = {};
    in.d[0] = 1, in.d[15] = 3;
    struct big out = corner_big(in, 7);
    struct pair two = corner_pair({1, 2.5});
    return out.d[0] == 7 && out.d[15] == 21 && two.a == 2 && two.b == 3.5;
}

static bool complex_call()
{
    __complex__ double in, out;
    __real__ in = 1, __imag__ in = 2;
    out = corner_complex(in);
    return __real__ out == -3 && __imag__ out == 4;
}

static bool keeps_errno()
{
    errno = 77;
    return corner_errno() == 7 && errno == 77;
}

int main(int, char **argv)
{
    static const std::map<std::string, std::function<bool()>> checks = {
        {"variadic", [] { return corner_variadic(10, 1, 2.5, 3, 4.5, 5, 6.5, 7, 8.5, 9, 10.0) == 57; }},
        {"many", many},
        {"structs", returns_structs},
        {"wide", wide_call},
        {"long-double", [] { return corner_long_double(1, 3) == 1.0L / 3; }},
        {"complex", complex_call},
        {"callback", [] { int x = 5; return corner_callback(adds, &x) == 8; }},
        {"exception", catches},
        {"ifunc", [] { return corner_chosen(2) == 42; }},
        {"default-version", [] { return corner_versioned() == 2; }},
        {"old-version", old_version},
        {"errno", keeps_errno},
        {"itself", [] { return corner_called_itself() == 200; }},
        {"alignment", [] { return corner_alignment() == 0; }},
        {"threads", threads},
        {"forks", forks},
        {"dlclose", closes},
    };
    if (!argv[1]) {
        for (const auto &check : checks)
            puts(check.first.c_str());
        return 0;
    }
    return checks.at(argv[1])() ? 0 : 1;
}
