/* Finds and removes the rings of tracing stand-ins in memory of this node.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The file system does not have the time of a ring's last call, because calls write to mapped
 * memory. So the first `lazynccl run` that finds a process ended sets the sticky bit of its ring.
 * This also sets the ctime of the file, from which a day is counted. */
#include "standin/rings.h"
#include "common/text/memory.h"
#include "standin/private_folder.h"
#include "standin/template/identity.h"
#include "standin/template/ring.h"
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define DAY (24 * 3600L)
#define MARK (S_ISVTX | S_IRUSR)

enum owner { RUNS, HAS_ENDED, NOT_KNOWN };

char *rings_folder(unsigned user)
{
    return memory_print(LAZYNCCL_RING_FOLDER, user);
}

static enum owner owner_of(const struct lazynccl_identity *who)
{
    if (who->namespace != lazynccl_identity_namespace() || !who->namespace || !who->started)
        return NOT_KNOWN;
    return private_folder_is_alive((int)who->process, who->started, who->namespace) ? RUNS
                                                                                    : HAS_ENDED;
}

/* Reads the owner of a file: a ring, or the page of a process without a ring. */
static enum owner owner_of_file(int fd)
{
    union {
        struct lazynccl_ring ring;
        struct lazynccl_page page;
    } head;
    ssize_t got = read(fd, &head, sizeof head);

    if (got == (ssize_t)sizeof head.page &&
        memcmp(head.page.magic, LAZYNCCL_PAGE_MAGIC, sizeof head.page.magic) == 0 &&
        head.page.version == LAZYNCCL_PAGE_VERSION)
        return owner_of(&head.page.who);
    if (got == sizeof head && head.ring.version == LAZYNCCL_RING_VERSION &&
        memcmp(head.ring.magic, LAZYNCCL_RING_MAGIC, sizeof head.ring.magic) == 0)
        return owner_of(&head.ring.who);
    return NOT_KNOWN;
}

static void clean_ring(int folder, const char *name, int all)
{
    int fd = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    struct stat facts;

    if (fd < 0)
        return;
    if (fstat(fd, &facts) == 0 && S_ISREG(facts.st_mode)) {
        int is_old = time(NULL) - facts.st_ctime > DAY;
        enum owner owner = owner_of_file(fd);

        if (owner == HAS_ENDED && !all && !(facts.st_mode & S_ISVTX))
            fchmod(fd, MARK);
        else if ((owner == HAS_ENDED && (all || is_old)) || (owner == NOT_KNOWN && all && is_old))
            unlinkat(folder, name, 0);
    }
    close(fd);
}

void rings_clean(int all)
{
    OWNED(memory) char *path = rings_folder((unsigned)geteuid());
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *folder = fd >= 0 ? fdopendir(fd) : NULL;

    for (struct dirent *entry; folder && (entry = readdir(folder));)
        if (*entry->d_name != '.')
            clean_ring(fd, entry->d_name, all);
    if (folder)
        closedir(folder);
    if (all)
        rmdir(path);
}
