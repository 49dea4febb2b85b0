/* Reads what programs printed, line by line: files, pipes, which are passed on, and commands.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/input.h"
#include "common/command/verb.h"
#include "common/text/memory.h"
#include "common/text/strings.h"
#include "tool/explain/message.h"
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    KEPT = 1 << 20, /* bytes that remain of a long text when drop() has dropped the rest */
    MOST_OF_DROPPED = 1 << 18, /* bytes of lines that are kept from the dropped part */
    SHAPES = 1 << 14,          /* slots of the hash table of lines */
    MOST_LINE = 1 << 16,       /* bytes read of a line */
    CHUNK = 1 << 16, /* bytes read at once; the first chunk shows whether the input is text */
};
/* Where in an escape sequence of a terminal the input is. */
enum { IN_NONE, AFTER_ESCAPE, IN_SEQUENCE, IN_OSC, IN_OSC_ESCAPE };

/* Hashes a line without its numbers, so that all lines of a progress report have one hash. Any word
 * that begins with a digit counts as a number, which covers hexadecimal addresses. */
static uint32_t shape_of(const char *line, size_t length)
{
    uint32_t hash = 2166136261u;
    int in_word = 0, in_number = 0;

    for (size_t i = 0; i < length; i++) {
        in_number = in_number ? isalnum((unsigned char)line[i])
                              : !in_word && isdigit((unsigned char)line[i]);
        in_word = isalnum((unsigned char)line[i]);
        if (!in_number)
            hash = (hash ^ (unsigned char)line[i]) * 16777619u;
    }
    return hash;
}

/* Returns 1 if no line of this shape was seen recently. Most lines of a long log differ only in
 * their numbers, and searching each for a message would take minutes. */
static int is_new(struct input *input, const char *line, size_t length)
{
    uint32_t shape = shape_of(line, length);

    if (!input->shapes)
        input->shapes = memory_get(SHAPES, sizeof *input->shapes);
    uint32_t *seen = &input->shapes[shape % SHAPES];
    if (*seen == shape)
        return 0;
    *seen = shape;
    return 1;
}

/* Keeps the useful lines among the first `size` bytes of the text and drops the rest. An INFO line
 * of NCCL means little without the lines around it. */
static void drop(struct input *input, size_t size)
{
    char *end = input->text + size;

    for (char *line = input->text, *next; line < end; line = next) {
        next = (char *)memchr(line, '\n', (size_t)(end - line)) + 1;
        size_t length = (size_t)(next - line);

        input->dropped++;
        if (!is_new(input, line, length))
            continue;
        next[-1] = '\0';
        if (!strstr(line, "NCCL WARN") &&
            (strstr(line, "NCCL INFO") || !message_find(line).is_known))
            continue;
        if (input->kept_size + length > MOST_OF_DROPPED) {
            input->lost++;
        } else {
            input->kept = memory_check(realloc(input->kept, input->kept_size + length + 1));
            input->kept_size += (size_t)sprintf(input->kept + input->kept_size, "%s\n", line);
        }
    }
    memmove(input->text, end, input->size - size);
    input->size -= size;
}

/* Adds the stream's line to the text. If the text is too long, drops its first part. */
static void end_line(struct input_stream *stream)
{
    struct input *input = stream->input;

    if (!input->text)
        input->text = memory_get(2 * KEPT + MOST_LINE + 2, 1);
    stream->line[stream->length] = '\0';
    if (stream->length)
        memcpy(input->text + input->size, stream->line, stream->length);
    input->size += stream->length;
    input->text[input->size++] = '\n';
    stream->length = 0;
    input->cut += (size_t)stream->cut;
    stream->cut = 0;
    if (input->size >= 2 * KEPT)
        drop(input, (size_t)((char *)memchr(input->text + KEPT, '\n', KEPT + MOST_LINE + 1) + 1 -
                             input->text));
}

/* Returns the state of a terminal's escape sequence after this byte. */
static int escape_after(int escape, unsigned char byte)
{
    switch (escape) {
    case AFTER_ESCAPE:
        return byte == '[' ? IN_SEQUENCE : byte == ']' ? IN_OSC : IN_NONE;
    case IN_SEQUENCE:
        return byte >= 0x40 && byte <= 0x7e ? IN_NONE : IN_SEQUENCE;
    case IN_OSC:
        return byte == 0x07 ? IN_NONE : byte == 0x1b ? IN_OSC_ESCAPE : IN_OSC;
    default:
        return IN_NONE;
    }
}

/* Counts the bytes before the next line end or control character other than a tab. */
static size_t plain_length(const char *bytes, size_t size)
{
    size_t length = 0;

    while (length < size && (bytes[length] == '\t' || !iscntrl((unsigned char)bytes[length])))
        length++;
    return length;
}

static void add_plain(struct input_stream *stream, const char *bytes, size_t size)
{
    size_t room = MOST_LINE - stream->length;

    if (size > room) {
        stream->cut = 1;
        size = room;
    }
    memcpy(stream->line + stream->length, bytes, size);
    stream->length += size;
    stream->returned = 0;
}

/* Handles a byte that is not plain text: part of an escape sequence, a line end, or dropped. */
static void add(struct input_stream *stream, unsigned char byte)
{
    int after_return = stream->returned;

    stream->returned = 0;
    if (stream->escape && byte != '\n') {
        stream->escape = escape_after(stream->escape, byte);
    } else if (byte == 0x1b) {
        stream->escape = AFTER_ESCAPE;
    } else if (byte == '\n' || byte == '\r') {
        stream->escape = IN_NONE;
        stream->returned = byte == '\r';
        if (byte == '\r' || !after_return)
            end_line(stream);
    }
}

/* Returns why input that begins with these bytes is not read, or NULL. */
static const char *refusal_of(const char *bytes, size_t size)
{
    size_t odd = 0;
    int has_mark =
        size > 1 && (memcmp(bytes, "\xff\xfe", 2) == 0 || memcmp(bytes, "\xfe\xff", 2) == 0);

    if (has_mark || (size > 3 && !bytes[0] != !bytes[1] && !bytes[0] == !bytes[2] &&
                     !bytes[1] == !bytes[3])) /* a NUL beside each of two characters */
        return "is UTF-16: iconv -f UTF-16 -t UTF-8 converts it";
    for (size_t i = 0; i < size; i++) {
        unsigned char byte = (unsigned char)bytes[i];

        if (!byte || (byte < ' ' && !strchr("\n\r\t\033\a\b\f", byte)))
            odd++;
    }
    return odd > 8 && odd > size / 16 ? "is not text" : NULL;
}

void input_feed(struct input_stream *stream, const char *bytes, size_t size)
{
    if (!stream->line)
        stream->line = memory_get(MOST_LINE + 1, 1);
    for (size_t i = 0; i < size; i++) {
        size_t plain = stream->escape ? 0 : plain_length(bytes + i, size - i);

        if (plain) {
            add_plain(stream, bytes + i, plain);
            i += plain - 1;
        } else {
            add(stream, (unsigned char)bytes[i]);
        }
    }
}

void input_end(struct input_stream *stream)
{
    if (stream->length)
        end_line(stream);
    free(stream->line);
    stream->line = NULL;
}

/* Writes all bytes. Returns 0, or -1 if the reader is gone. */
static int write_all(int fd, const char *bytes, size_t size)
{
    while (size) {
        ssize_t done = write(fd, bytes, size);

        if (done < 0 && errno != EINTR)
            return -1;
        bytes += done > 0 ? done : 0;
        size -= done > 0 ? (size_t)done : 0;
    }
    return 0;
}

/* Returns how much of a file to read: its size now, because a log may grow while it is read. */
static size_t size_to_read(int fd)
{
    struct stat status;
    int is_sized = fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0;

    return is_sized ? (size_t)status.st_size : (size_t)-1;
}

/* Reads at most `most` bytes, as read() does, but continues after a signal. */
static ssize_t read_chunk(int fd, char chunk[CHUNK], size_t most)
{
    ssize_t got;

    if (most == 0)
        return 0;
    do
        got = read(fd, chunk, most < CHUNK ? most : CHUNK);
    while (got < 0 && errno == EINTR);
    return got;
}

const char *input_read(struct input *input, int fd, int pass)
{
    struct input_stream stream = {.input = input};
    char chunk[CHUNK];
    const char *why = NULL;
    size_t total = 0, most = size_to_read(fd);
    const char *refusal = NULL;

    while (!refusal || pass >= 0) {
        ssize_t got = read_chunk(fd, chunk, most);

        if (got <= 0) {
            why = got < 0 ? strerror(errno) : NULL;
            break;
        }
        if (pass >= 0 && write_all(pass, chunk, (size_t)got) != 0)
            pass = -1; /* the reader is gone, but the input is still read to its end */
        if (total == 0)
            refusal = refusal_of(chunk, (size_t)got);
        if (!refusal)
            input_feed(&stream, chunk, (size_t)got);
        total += (size_t)got;
        most -= (size_t)got;
    }
    if (pass >= 0 && stream.length) /* so that the answer starts on a new line */
        write_all(pass, "\n", 1);
    input_end(&stream);
    return refusal ? refusal : why;
}

/* Starts the command with its output in two pipes and returns their read ends. A third pipe, which
 * a successful exec closes, reports why the command did not start. */
static pid_t start(char **command, int outputs[2], int *error)
{
    int out[2] = {-1, -1}, err[2] = {-1, -1}, started[2] = {-1, -1};
    pid_t child = -1;

    *error = pipe2(out, O_CLOEXEC) || pipe2(err, O_CLOEXEC) || pipe2(started, O_CLOEXEC) ||
                     (child = fork()) < 0
                 ? errno
                 : 0;
    if (child == 0) {
        signal(SIGPIPE, SIG_DFL);
        dup2(out[1], STDOUT_FILENO);
        dup2(err[1], STDERR_FILENO);
        execvp(command[0], command);
        *error = errno;
        while (write(started[1], error, sizeof *error) < 0 && errno == EINTR)
            ;
        _exit(VERB_NO_COMMAND);
    }
    close(out[1]);
    close(err[1]);
    close(started[1]);
    if (child > 0)
        while (read(started[0], error, sizeof *error) < 0 && errno == EINTR)
            ;
    close(started[0]);
    outputs[0] = out[0];
    outputs[1] = err[0];
    return child;
}

/* Reads both pipes to their ends, and copies what comes from[i] to the descriptor to[i]. */
static void pass_on(struct input *input, const int from[2], const int to[2])
{
    struct input_stream streams[2] = {{.input = input}, {.input = input}};
    struct pollfd wait[2] = {{.fd = from[0], .events = POLLIN}, {.fd = from[1], .events = POLLIN}};
    char bytes[1 << 16];

    while (wait[0].fd >= 0 || wait[1].fd >= 0) {
        if (poll(wait, 2, -1) < 0) {
            if (errno != EINTR)
                break;
            continue;
        }
        for (int i = 0; i < 2; i++) {
            ssize_t got =
                wait[i].fd >= 0 && wait[i].revents ? read(from[i], bytes, sizeof bytes) : -2;

            if (got == 0 || (got == -1 && errno != EINTR))
                wait[i].fd = -1;
            if (got <= 0)
                continue;
            input_feed(&streams[i], bytes, (size_t)got);
            write_all(to[i], bytes, (size_t)got); /* the command continues without a reader */
        }
    }
    input_end(&streams[0]);
    input_end(&streams[1]);
}

static volatile pid_t running; /* for the handler */

static void forward(int signal)
{
    kill(running, signal);
}

int input_command(struct input *input, char **command, int keep_stdout, const char **why)
{
    const int to[2] = {keep_stdout ? STDOUT_FILENO : STDERR_FILENO, STDERR_FILENO};
    int outputs[2], status = 0, error;

    signal(SIGCHLD, SIG_DFL); /* an ignored SIGCHLD would hide how the command ended */
    pid_t child = start(command, outputs, &error);

    if ((running = child) > 0)
        signal(SIGTERM, forward); /* a scheduler sends SIGTERM to end a job */
    signal(SIGINT, SIG_IGN);      /* the command gets SIGINT and SIGQUIT too, and decides */
    signal(SIGQUIT, SIG_IGN);
    if (!error)
        pass_on(input, outputs, to);
    close(outputs[0]);
    close(outputs[1]);
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    signal(SIGTERM, SIG_DFL);
    if (error) {
        *why = error == ENOENT && !strchr(command[0], '/') ? "no such command in PATH"
                                                           : strerror(error);
        return error == ENOENT ? VERB_NO_COMMAND : VERB_NO_START;
    }
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

char *input_unread(const struct input *input)
{
    OWNED(strings) struct strings parts = {0};

    if (input->cut)
        strings_print(&parts, "%zu lines after %d bytes", input->cut, MOST_LINE);
    if (input->lost)
        strings_print(&parts, "%zu lines with messages of many kinds", input->lost);
    return parts.count ? strings_join(&parts, "; ") : NULL;
}

char *input_text(const struct input *input)
{
    return memory_print("%s%.*s", input->kept ? input->kept : "", (int)input->size,
                        input->text ? input->text : "");
}

void input_free(struct input *input)
{
    free(input->text);
    free(input->kept);
    free(input->shapes);
    *input = (struct input){0};
}
