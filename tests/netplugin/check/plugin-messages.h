/* The messages of plugin.c. Each is sent over the socket with its tag and size, and no call blocks.
 */
struct header {
    uint32_t tag, size;
};

/* One isend, or one irecv of n messages. */
struct request {
    struct request *next;
    struct comm *comm;
    int n, arrived, done;
    struct header header; /* of an isend */
    char *data[64];
    int tags[64], sizes[64], have[64];
};

struct comm {
    int fd, sends, count, place; /* of requests; of the current message in an irecv */
    struct request *queue;       /* unfinished requests, oldest first */
    struct header header;
    size_t moved; /* bytes of the current message, including its header */
};

static void drop(struct comm *comm)
{
    while (comm->queue) {
        struct request *next = comm->queue->next;

        free(comm->queue);
        comm->queue = next;
    }
}

static void *add(struct comm *comm, struct request *made)
{
    struct request **end = &comm->queue;

    while (*end)
        end = &(*end)->next;
    *end = made;
    made->comm = comm;
    comm->count++;
    return made;
}

static int isend(ISEND_PARAMETERS)
{
    struct comm *self = comm;
    struct request *made;

#ifdef FAULT_EMPTY
    if (size == 0)
        return 3;
#endif
    *request = NULL;
    if (self->count == SENDS)
        return 0;
    made = calloc(1, sizeof *made);
    made->n = 1;
    made->data[0] = data;
    made->header = (struct header){SINCE_5((uint32_t)tag) BEFORE_5(0), (uint32_t)size};
    *request = add(self, made);
    return 0;
}

static int irecv(IRECV_PARAMETERS)
{
    struct comm *self = comm;
    struct request *made;

    IN_IRECV;
    *request = NULL;
    if (self->count == REQUESTS)
        return 0;
    made = calloc(1, sizeof *made);
    made->n = SINCE_5(n) BEFORE_5(1);
    SINCE_5(memcpy(made->data, data, (size_t)n * sizeof *data);)
    SINCE_5(memcpy(made->tags, tags, (size_t)n * sizeof *tags);)
    BEFORE_5(made->data[0] = data;)
    *request = add(self, made);
    return 0;
}

static void finish(struct comm *comm)
{
    comm->queue->done = 1;
    comm->queue = comm->queue->next;
    comm->moved = 0;
}

static void push(struct comm *comm)
{
    struct request *request;

    while ((request = comm->queue)) {
        int in_header = comm->moved < sizeof request->header;
        const char *from = in_header ? (char *)&request->header + comm->moved
                                     : request->data[0] + comm->moved - sizeof request->header;
        size_t end = sizeof request->header + (in_header ? 0 : request->header.size);
        ssize_t sent = send(comm->fd, from, end - comm->moved, MSG_DONTWAIT | MSG_NOSIGNAL);

        if (sent < 0)
            return;
        comm->moved += (size_t)sent;
        if (comm->moved == sizeof request->header + request->header.size)
            finish(comm);
    }
}

/* Returns the place of the message with this tag. */
static int place_of(const struct request *request, const struct header *header)
{
    for (int i = 0; i < request->n; i++)
#ifdef FAULT_TAGS
        if (!request->have[i])
#else
        if (!request->have[i] && request->tags[i] == (int)header->tag)
#endif
            return i;
    abort();
}

static void pull(struct comm *comm)
{
    struct request *request;

    while ((request = comm->queue)) {
        struct header *header = &comm->header;
        int in_header = comm->moved < sizeof *header;
        char *to = in_header ? (char *)header + comm->moved
                             : request->data[comm->place] + comm->moved - sizeof *header;
        size_t end = sizeof *header + (in_header ? 0 : header->size);
        ssize_t came = end > comm->moved ? recv(comm->fd, to, end - comm->moved, MSG_DONTWAIT) : 0;

        if (came < 0 || (came == 0 && end > comm->moved))
            return;
        comm->moved += (size_t)came;
        if (in_header && comm->moved == sizeof *header)
            comm->place = place_of(request, header);
        if (comm->moved < sizeof *header || comm->moved < sizeof *header + header->size)
            continue;
        IN_MESSAGE;
        request->have[comm->place] = 1;
        request->sizes[comm->place] = (int)header->size;
        comm->moved = 0;
        if (++request->arrived == request->n)
            finish(comm);
    }
}

static int test(void *tested, int *done, int *sizes)
{
    struct request *request = tested;
    struct comm *comm = request->comm;

    IN_TEST;
#ifdef FAULT_LOSES
    static struct comm *sender; /* sends the rest of what was reported as sent, while it is open */

    if (comm->sends) {
        sender = comm;
        *done = 1;
        return 0;
    }
    if (sender && sender->fd >= 0)
        push(sender);
#endif
    comm->sends ? push(comm) : pull(comm);
    *done = request->done;
    if (!request->done)
        return 0;
#ifndef FAULT_SIZES
    if (sizes)
        memcpy(sizes, comm->sends ? (int *)&request->header.size : request->sizes,
               (size_t)request->n * sizeof *sizes);
#endif
    comm->count--;
    free(request);
    return 0;
}
