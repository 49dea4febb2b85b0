/* A model of the first call: threads search for one library, publish what they found and fill its
 * slots, while the program may freeze lazynccl, change a setting or fork between any two steps.
 *
 * A step is one access to memory that threads share. Above each function stand its file and a hash
 * of its text, and "C:" quotes the statement that a step models. The test model-quotes-the-loader
 * fails if the sources differ.
 *
 * spin checks the assertions, that every thread reaches its end (no invalid end state), and that no
 * execution is endless (no non-progress cycle; no state is labelled as progress).
 *
 * Assumed, because other tests check it: memory is sequentially consistent, every search ends, and
 * all successful searches find the same functions. A call from a signal handler or from a library's
 * constructor needs no step of its own: it acts like another thread that is not interrupted.
 *
 * Seeded faults, each of which spin must find: -DPUBLISH_BEFORE_RESOLVE, -DFILL_BY_LOSER,
 * -DFREE_REPLACED. */
#define THREADS 2
#define CALLS 2 /* of thread 1; another makes one */
#define SLOTS 2

/* Addresses of outcomes. Each search has its own, so that no address is used twice. */
#define NULL 0
#define OUT_OF_MEMORY 1 /* static in publish() */
#define FIRST 2         /* static in a copy: library->first */
#define HEAP 3
#define OUTCOMES (HEAP + CALLS + THREADS - 1)

typedef struct_outcome {
    bit live;      /* handed out and not freed */
    bit handle;    /* the library is open */
    bit found;     /* found[] has its functions */
    bit transient; /* of a failure, as are the next two */
    bit tried;     /* one of two reasons */
    bit settings;  /* the library's when the last search began */
    bit late;      /* opened after lazynccl_freeze() */
    bit published  /* in the list of `replaced`, which is freed when the module closes */
}
struct_outcome at[OUTCOMES];

byte outcome; /* the library's */
bit settings, first_is_taken;
bit slot[SLOTS]; /* 0: the initial routine, 1: the function */
bit read_only;   /* the slots */
bit frozen;
byte child; /* what follows is a child, which has only this thread, and the memory as it was; 0: no fork */
byte ended; /* threads */

#define assert_live(o) assert(o == NULL || at[o].live)

/* src/runtime/core/search.h: lazynccl_outcome_free() 25ede9841ab2 */
inline outcome_free(o)
{
    assert_live(o);
    at[o].live = 0; /* C: free((it) == (library)->first ? NULL : (it)) */
    at[o].handle = 0; at[o].found = 0; at[o].transient = 0; at[o].tried = 0; at[o].settings = 0;
    at[o].late = 0
}

/* src/runtime/core/search.h: lazynccl_outcome_new() de915edd2658 */
inline find_and_open()
{
    if /* C: __atomic_exchange_n(&(library)->first_is_taken, 1, __ATOMIC_ACQUIRE) == 0 */
    :: !first_is_taken -> first_is_taken = 1; mine = FIRST
    :: first_is_taken -> mine = HEAP + (_pid == 1 -> call : CALLS + _pid - 2)
    :: first_is_taken -> mine = NULL /* out of memory */
    fi;
    if
    :: mine ->
        assert(!at[mine].live);
        at[mine].live = 1;
        at[mine].late = frozen;
        if
        :: at[mine].handle = 1
        :: at[mine].transient = 1
        :: at[mine].tried = 0
        :: at[mine].tried = 1
        fi;
#ifndef PUBLISH_BEFORE_RESOLVE
        at[mine].found = at[mine].handle
#endif
    :: else
    fi
}

/* src/runtime/loader/loader.c: publish() 639991c5b990 */
#define MUST_REPLACE (!known || (mine && !at[known].handle && \
        (at[mine].handle || at[mine].transient != at[known].transient || \
         at[mine].tried != at[known].tried)))
inline publish()
{
    known = outcome; /* C: *known = __atomic_load_n(&library->outcome, __ATOMIC_ACQUIRE) */
    do
    :: atomic {
        !frozen && MUST_REPLACE -> /* C: while (!lazynccl_is_frozen() && */
        assert_live(known)
    }
    atomic { /* C: if (__atomic_compare_exchange_n(&library->outcome, &known, new, 0, */
        if
        :: outcome == known ->
            assert(!at[known].handle && !at[mine].late);
#ifdef FREE_REPLACED
            if
            :: known -> outcome_free(known)
            :: else
            fi;
#endif
            at[mine].published = (mine != NULL); /* C: new->replaced = known; */
            known = (mine -> mine : OUT_OF_MEMORY);
            outcome = known;
            break
        :: else -> known = outcome
        fi
    }
    :: atomic {
        else -> assert_live(known);
        if
        :: mine -> outcome_free(mine); mine = NULL /* C: lazynccl_outcome_free(library, found); */
        :: else
        fi;
        break
    }
    od
}

/* src/runtime/loader/slots.c: lazynccl_fill_slots() a97fd4915fbf */
inline store(i)
{
    atomic {
        assert(!read_only && !slot[i]); /* written once */
        assert_live(known);
        assert(at[known].found);
        slot[i] = 1 /* C: __atomic_store_n(&slots[i], outcome->found[i], __ATOMIC_RELEASE); */
    }
}
inline fill_slots()
{
    store(0);
    store(1);
    read_only = 1 /* C: mprotect(slots, */
}

/* src/runtime/loader/loader.c: lazynccl_open_library() 12e353e9e5da */
/* C: is_final = known && (known->handle || */
#define IS_FINAL (known && (at[known].handle || \
                            !(again || at[known].transient || at[known].settings != known_settings)))
inline open_library()
{
    known = outcome; /* C: *known = __atomic_load_n(&library->outcome, __ATOMIC_ACQUIRE) */
    known_settings = settings; /* C: settings = __atomic_load_n(&library->base->settings, */
    if
    :: atomic { frozen || IS_FINAL -> assert_live(known) } /* C: if (is_final || lazynccl_is_frozen() */
    :: atomic { else -> assert_live(known); known = NULL; again = 0 }
        /* C: mine = lazynccl_find_and_open(library, caller); */
        atomic { find_and_open(); dated = (mine != NULL) }
        publish();
        atomic {
            if
            :: dated && known -> at[known].settings = known_settings /* C: if (mine && known) */
            :: else
            fi;
            known_settings = 0; dated = 0
        }
        if
#ifdef FILL_BY_LOSER
        :: at[known].handle ->
#else
        :: mine && known == mine && at[mine].handle -> /* C: if (known != mine) */
#endif
#ifdef PUBLISH_BEFORE_RESOLVE
            at[mine].found = 1;
#endif
            fill_slots() /* C: lazynccl_fill_slots(library, mine); */
        :: else
        fi
    fi
}

/* src/runtime/loader/loader.c: lazynccl_resolve() aef71964dea5 */
inline resolve()
{
    open_library(); /* C: lazynccl_open_library(library, 0, LAZYNCCL_CALLED_FROM(caller)); */
    atomic {
        assert_live(known);
        assert(!at[known].handle || at[known].found); /* C: symbol = outcome->found[index]; */
        assert(!was_open || at[known].handle) /* what was open before the call is open */
    }
}

/* Calls a function through its slot, or lazynccl_load(). */
proctype thread()
{
    byte call, known, mine;
    bit again, known_settings, was_open, dated;

    {
        do
        :: atomic {
            call < (_pid == 1 -> CALLS : 1) ->
            was_open = at[outcome].handle;
            if
            :: slot[SLOTS - 1] -> goto returns
            :: !slot[SLOTS - 1]
            :: again = 1
            fi
        }
            resolve();
returns:
            atomic { call++; known = NULL; mine = NULL; again = 0; known_settings = 0; was_open = 0 }
        :: else -> break
        od
    } unless {
        child && child != _pid
    }
    ended++
}

/* The program: starts threads; freezes, changes a setting and forks at any time; closes the module. */
init {
    byte id;

    atomic {
        at[OUT_OF_MEMORY].live = 1; at[OUT_OF_MEMORY].transient = 1;
        for (id : 1 .. THREADS) {
            run thread()
        }
    }
    do
    :: !frozen -> frozen = 1 /* lazynccl_freeze() */
    :: !settings -> settings = 1
    :: atomic { !child -> select(child : 1 .. THREADS) }
    :: ended == THREADS -> break
    od;
    atomic {
        for (id : FIRST .. OUTCOMES - 1) { /* nothing leaks, except what dead threads had in hand */
            assert(child || at[id].live == at[id].published)
        }
    }
}
