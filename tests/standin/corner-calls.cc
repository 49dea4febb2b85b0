// usage: corner-calls CHECK: makes one call of the library, the first of this process.
#include "corner.h"
#include <cstdio>
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

int main(int, char **argv)
{
    static const std::map<std::string, std::function<bool()>> checks = {
        {"exception", catches},
        {"ifunc", [] { return corner_chosen(2) == 42; }},
        {"default-version", [] { return corner_versioned() == 2; }},
        {"old-version", old_version},
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
