/* The fake plugin's messages: each goes to the first receive of its link with its tag. */
static int put(struct request *send, struct request *recv, int i)
{
    if (recv->done[i] || recv->tags[i] != send->tags[0])
        return 0;
    if (send->sizes[0] > recv->sizes[i])
        wrong("a message of %zu bytes for %zu", send->sizes[0], recv->sizes[i]);
    else if (send->sizes[0] <= 1 << 24) /* larger ones are not copied */
        memcpy(recv->data[i], send->data[0], send->sizes[0]);
    recv->sizes[i] = send->sizes[0];
    recv->done[i] = 1;
    recv->filled++;
    return send->filled = 1;
}

/* Gives each message to the first receive with its tag. */
static void match(struct link *link)
{
    for (struct request *send = link->sends; send; send = send->next)
        for (struct request *recv = link->recvs; recv && !send->filled; recv = recv->next)
            for (int i = 0; i < recv->n && !put(send, recv, i); i++)
                ;
}

static struct request *post(struct link *link, struct request **list, int n)
{
    while (*list)
        list = &(*list)->next;
    *list = make(REQUEST, sizeof **list, &record.requests);
    (*list)->link = link;
    (*list)->n = n;
    return *list;
}

static void unpost(struct request **list, struct request *request)
{
    while (*list && *list != request)
        list = &(*list)->next;
    if (*list)
        *list = request->next;
}

static int fake_isend(ISEND_PARAMETERS)
{
    struct comm *self = comm;
    struct request *made;

    BEGIN(isend, comm, is(comm, SEND) && is(mhandle, REGISTRATION));
    record.isend.data = data;
    record.isend.size = (size_t)size;
    record.isend.tag = SINCE_5(tag) BEFORE_5(0);
    record.isend.mhandle = mhandle;
    record.isend.phandle = SINCE_10(phandle) BEFORE_10(NULL);
    record.isend.request = *request;
    *request = NULL;
    if (self->blocked++ == 0) /* refuses the first one, as if a queue were full */
        END(SUCCESS);
    *request = made = post(self->link, &self->link->sends, 1);
    made->data[0] = data;
    made->sizes[0] = (size_t)size;
    made->tags[0] = record.isend.tag;
    match(self->link);
    END(SUCCESS);
}

static int receive(void *comm, int n, void **data, MESSAGE_SIZE *sizes, int *tags, void **mhandles,
                   void **phandles, void **request)
{
    struct comm *self = comm;
    struct request *made;

    BEGIN(irecv, comm, is(comm, RECV) && n >= 1 && n <= FAKE_MOST);
    record.irecv.n = n;
    record.irecv.request = *request;
    for (int i = 0; i < n; i++) {
        if (!is(mhandles[i], REGISTRATION))
            wrong("irecv into memory %d that is not registered", i);
        record.irecv.data[i] = data[i];
        record.irecv.sizes[i] = (size_t)sizes[i];
        record.irecv.tags[i] = tags[i];
        record.irecv.mhandles[i] = mhandles[i];
        record.irecv.phandles[i] = phandles ? phandles[i] : NULL;
    }
    *request = NULL;
    if (self->blocked++ == 0)
        END(SUCCESS);
    *request = made = post(self->link, &self->link->recvs, n);
    memcpy(made->data, data, sizeof *data * (size_t)n);
    memcpy(made->sizes, record.irecv.sizes, sizeof *made->sizes * (size_t)n);
    memcpy(made->tags, tags, sizeof *tags * (size_t)n);
    match(self->link);
    END(SUCCESS);
}

static int fake_irecv(IRECV_PARAMETERS)
{
#if VERSION < 5
    return receive(comm, 1, &data, &size, &(int){0}, &mhandle, NULL, request);
#else
    return receive(comm, n, data, sizes, tags, mhandles, SINCE_10(phandles) BEFORE_10(NULL),
                   request);
#endif
}

static int flush(void *comm, int n, void **data, int *sizes, void **mhandles, void **request)
{
    struct request *made;

    BEGIN(iflush, comm, is(comm, RECV) && n >= 1 && n <= FAKE_MOST);
    record.iflush.n = n;
    for (int i = 0; i < n; i++) {
        record.iflush.data[i] = data[i];
        record.iflush.sizes[i] = (size_t)sizes[i];
        record.iflush.mhandles[i] = mhandles[i];
    }
    *request = made = make(REQUEST, sizeof *made, &record.requests);
    END(SUCCESS);
}

static int fake_iflush(IFLUSH_PARAMETERS)
{
#if VERSION < 5
    return flush(comm, 1, &data, &size, &mhandle, request);
#else
    return flush(comm, n, data, sizes, mhandles, request);
#endif
}

static int fake_consumed(void *comm, int n, void *request)
{
    BEGIN(irecvConsumed, comm, is(comm, RECV));
    record.consumed.n = n;
    record.consumed.request = request;
    END(SUCCESS);
}

static int fake_test(void *request, int *done, int *sizes)
{
    struct request *self = request;

    BEGIN(test, request, is(request, REQUEST));
    *done = self->tests++ > 0 && self->filled == self->n;
    if (!*done)
        END(SUCCESS);
    for (int i = 0; i < self->n && sizes; i++)
        sizes[i] = (int)self->sizes[i];
    if (self->link) {
        unpost(&self->link->sends, self);
        unpost(&self->link->recvs, self);
    }
    unmake(self, &record.requests);
    END(SUCCESS);
}

static void drop_requests(struct request *first)
{
    for (struct request *next; first; first = next) {
        next = first->next;
        unmake(first, &record.requests);
    }
}
