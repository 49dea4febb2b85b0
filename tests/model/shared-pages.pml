/* A model of lazynccl_fill_slots() in copies that share pages: each thread has published one library, and fills the slots of its own
 * and of others. The slots of all libraries share pages, which are writable only meanwhile. A fork
 * may come between any two steps.
 *
 * Read first-call.pml first. Seeded fault: -DFILL_AT_ONCE. */
#define LIBRARIES 3
#define NULL 0

byte newest;              /* the list of libraries to fill */
byte next[LIBRARIES + 1]; /* library->after */
byte slot[LIBRARIES + 1]; /* 0: the initial routine, 1: the function */
bit writable;             /* the pages */
bit failed;               /* an mprotect() failed */
byte child;               /* as in first-call.pml */
byte ended;               /* threads */

/* src/runtime/copy/shared_slots.c: fill() 5ec2c57760ba */
inline fill(each)
{
    if
    :: writable = 1; /* C: if (mprotect(start, size, PROT_READ | PROT_WRITE) != 0) */
        atomic {
            assert(writable && !slot[each]); /* written once */
            slot[each] = 1 /* C: __atomic_store_n(&slots[i], outcome->found[i], __ATOMIC_RELEASE); */
        }
        writable = 0 /* C: mprotect(start, size, PROT_READ); */
    :: failed = 1 /* C: return; */
    fi
}

/* src/runtime/copy/shared_slots.c: lazynccl_fill_slots() eb1c70abec27 */
inline fill_slots()
{
    next[library] = newest; /* C: library->after = __atomic_load_n(&newest, __ATOMIC_RELAXED); */
    do
    :: atomic { /* C: while (!__atomic_compare_exchange_n(&newest, &library->after, library, 0, */
        if
        :: newest == next[library] -> newest = library; break
        :: else -> next[library] = newest
        fi
    }
    od;
    if
    :: next[library] -> goto returns /* C: if (library->after) */
    :: else
    fi;
    do
    :: each = library; /* C: for (const lazynccl_library *each = library; each != last; each = each->after) */
        do
        :: each != last -> fill(each); each = next[each]
        :: else -> break
        od;
        last = library; /* C: last = library; */
        atomic { /* C: while (!__atomic_compare_exchange_n(&newest, &library, NULL, 0, */
            if
            :: newest == library -> newest = NULL; break
            :: else -> library = newest
            fi
        }
    od
}

proctype thread()
{
    byte library, each, last;

    {
        library = _pid;
#ifdef FILL_AT_ONCE
        fill(library);
#else
        fill_slots();
#endif
returns:
        skip
    } unless {
        child && child != _pid
    }
    ended++
}

init {
    byte id;

    atomic {
        for (id : 1 .. LIBRARIES) {
            run thread()
        }
    }
    do
    :: atomic { !child -> select(child : 1 .. LIBRARIES) }
    :: ended == LIBRARIES -> break
    od;
    atomic { /* without a fork, every library has its turn */
        assert(child || (newest == NULL && !writable));
        for (id : 1 .. LIBRARIES) {
            assert(child || failed || slot[id])
        }
    }
}
