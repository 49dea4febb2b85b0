"""usage: model.py [WITHOUT | crossed]: a model of the first call that tries every order of its
steps.
Three threads and two copies of lazynccl open one library, whose constructor calls back; there are a
fork, a cancelled thread, and stores that other processors see late and in another order. The model
is then run WITHOUT each precaution, or the given one, which must fail. With "crossed", the
constructor calls back into the other copy, which does not know the first; this is a known limit.

Names are those of src/runtime/loader/loader.c. SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

PRECAUTIONS = {
    "swap": "an outcome is published by compare-and-swap, not by a load and a store",
    "guard": "what is called of a library in its own constructor is not published",
    "release": "what an outcome holds is seen by others before the outcome is",
    "atfork": "the lock of the list of objects is taken before a fork and released after it",
    "cancel": "a thread cannot be cancelled in the middle of a first call",
    "winner": "only the thread whose outcome is published fills the slots, once, then protects "
              "them",
}
UNSET = 0
FORK = -1
WRITTEN, FREED = 1, 2  # the state of an outcome's memory
Name = tuple[str, object]  # the kind of a variable, and its owner


class Wrong(Exception):
    """Something happened that must never happen."""


class Frame(NamedTuple):
    """One call of a function of the library."""

    copy: int
    at: str = "call"
    known: object = UNSET  # the outcome that this call reads
    mine: object = UNSET  # the outcome that this call makes


class Thread(NamedTuple):
    todo: tuple[int, ...]  # the copies to call in turn, and FORK
    frames: tuple[Frame, ...] = ()
    late: tuple[tuple[Name, object], ...] = ()  # stores that so far only this thread sees
    opening: tuple[int, ...] = ()  # the copies whose library this thread is opening
    cancelled: bool = False
    cleaning: bool = False  # the first call was unwound and did not return


class State(NamedTuple):
    threads: tuple[Thread, ...]
    memory: tuple[tuple[Name, object], ...]  # sorted (variable, value)
    built: int = 0  # the library: 0 not loaded, 1 its constructor runs, 2 ready
    builder: int = -1
    loader: tuple[int, int] = (-1, 0)  # the thread that holds the linker's lock, and how often
    list_lock: int = -1
    child: bool = False
    cancels: int = 1  # how many more threads may be cancelled


def read(state: State, who: int, name: Name) -> object:
    for variable, value in reversed(state.threads[who].late):
        if variable == name:
            return value
    return dict(state.memory).get(name, UNSET)


def write(state: State, name: Name, value: object) -> State:
    memory = dict(state.memory)
    old = memory.get(name, UNSET)
    if name[0] == "outcome" and old != UNSET and value != old:
        raise Wrong("a success that was published is replaced")
    if name[0] == "slot" and ("protected", name[1]) in memory:
        raise Wrong("a slot is written in a page that is read-only")
    memory[name] = value
    return state._replace(memory=tuple(sorted(memory.items(), key=repr)))


def change(state: State, who: int, **what: Any) -> State:
    threads = list(state.threads)
    threads[who] = threads[who]._replace(**what)
    return state._replace(threads=tuple(threads))


def go(state: State, who: int, at: str, **what: Any) -> State:
    frames = state.threads[who].frames
    return change(state, who, frames=(*frames[:-1], frames[-1]._replace(at=at, **what)))


def store(state: State, who: int, name: Name, value: object) -> State:
    return change(state, who, late=(*state.threads[who].late, (name, value)))


def leave(state: State, who: int) -> State:
    """A call returns to the constructor or the program that made it."""
    thread = state.threads[who]
    state = change(state, who, frames=thread.frames[:-1])
    if thread.frames[:-1]:
        return go(state, who, "built")
    return state


class Model:
    def __init__(self, without: str = "", crossed: bool = False):
        self.kept = PRECAUTIONS.keys() - {without}
        self.crossed = crossed  # the constructor calls the copy that does not open the library

    def start(self) -> State:
        return State((Thread((0, 0)), Thread((0,)), Thread((FORK, 1, 0))), ())

    def steps(self, state: State) -> Iterator[State]:
        """Yields every state that one step leads to."""
        for who, thread in enumerate(state.threads):
            seen = set()
            for i, (name, value) in enumerate(thread.late):  # in order for one variable alone
                if name not in seen:
                    seen.add(name)
                    yield write(change(state, who, late=thread.late[:i] + thread.late[i + 1 :]),
                                name, value)
            if who == 1 and state.cancels and thread.frames and not state.child:
                yield change(state._replace(cancels=0), who, cancelled=True)
            if thread.frames:
                yield from getattr(self, thread.frames[-1].at)(state, who, thread,
                                                               thread.frames[-1])
            elif thread.cancelled:  # its cleanup handler makes one more call
                yield change(state, who, cancelled=False, todo=(0,))
            elif thread.todo and thread.todo[0] == FORK:
                yield from self.fork(state, who, thread)
            elif thread.todo:
                yield change(state, who, todo=thread.todo[1:], frames=(Frame(thread.todo[0]),))

    def fork(self, state: State, who: int, thread: Thread) -> Iterator[State]:
        if "atfork" in self.kept and state.list_lock >= 0:
            return
        after = change(state, who, todo=thread.todo[1:])
        yield after
        if not thread.late:
            alone = tuple(t if i == who else Thread(()) for i, t in enumerate(after.threads))
            yield after._replace(threads=alone, loader=(-1, 0), child=True)

    def call(self, state: State, who: int, thread: Thread, frame: Frame) -> Iterator[State]:
        filled = read(state, who, ("slot", frame.copy))
        yield go(state, who, "use" if filled else "look")

    def look(self, state: State, who: int, thread: Thread, frame: Frame) -> Iterator[State]:
        known = read(state, who, ("outcome", frame.copy))
        if known != UNSET:
            yield go(state, who, "found", known=known)
        elif "guard" in self.kept and frame.copy in thread.opening:
            if thread.cleaning:
                raise Wrong("a frame that was unwound is read")
            yield go(state, who, "use")  # dlsym answers
        elif state.list_lock < 0:
            yield go(state._replace(list_lock=who), who, "listed")

    def listed(self, state: State, who: int, thread: Thread, frame: Frame) -> Iterator[State]:
        yield go(state._replace(list_lock=-1), who, "open")

    def open(self, state: State, who: int, thread: Thread, frame: Frame) -> Iterator[State]:
        owner, depth = state.loader
        if owner not in (-1, who):
            return
        state = change(state, who, opening=(*thread.opening, frame.copy))
        state = state._replace(loader=(who, depth + 1))
        if state.built == 0:
            state = go(state._replace(built=1, builder=who), who, "built")
            copy = 1 - frame.copy if self.crossed else frame.copy
            yield change(state, who, frames=(*state.threads[who].frames, Frame(copy)))
        else:
            yield go(state, who, "built")

    def built(self, state: State, who: int, thread: Thread, frame: Frame) -> Iterator[State]:
        if thread.late:  # to unlock is a release
            return
        depth = state.loader[1] - 1
        state = state._replace(loader=(who if depth else -1, depth))
        if state.built == 1 and state.builder == who and not depth:
            state = state._replace(built=2)
        yield go(state, who, "judge")

    def judge(self, state: State, who: int, thread: Thread, frame: Frame) -> Iterator[State]:
        if thread.cancelled and "cancel" not in self.kept:  # it reads files
            yield change(state, who, frames=(), cleaning=True)
            return
        mine = (who, len(thread.frames), len(thread.todo))
        state = store(state, who, ("memory", mine), WRITTEN)
        yield go(change(state, who, opening=thread.opening[:-1]), who, "publish", mine=mine)

    def publish(self, state: State, who: int, thread: Thread, frame: Frame) -> Iterator[State]:
        if thread.late and "release" in self.kept:
            return
        name = ("outcome", frame.copy)
        known = dict(state.memory).get(name, UNSET)
        if known != UNSET:
            state = store(state, who, ("memory", frame.mine), FREED)
            yield go(state, who, "found", known=known)
        elif "swap" in self.kept:
            yield go(write(state, name, frame.mine), who, "found", known=frame.mine)
        else:
            yield go(state, who, "overwrite")

    def overwrite(self, state: State, who: int, thread: Thread, frame: Frame) -> Iterator[State]:
        yield go(write(state, ("outcome", frame.copy), frame.mine), who, "found",
                 known=frame.mine)

    def found(self, state: State, who: int, thread: Thread, frame: Frame) -> Iterator[State]:
        if read(state, who, ("memory", frame.known)) != WRITTEN:
            raise Wrong("an outcome is read that is not written yet, or freed")
        winner = frame.known == frame.mine or "winner" not in self.kept
        yield go(state, who, "fill" if winner else "use")

    def fill(self, state: State, who: int, thread: Thread, frame: Frame) -> Iterator[State]:
        if not thread.late:  # a slot is stored with release
            yield go(store(state, who, ("slot", frame.copy), "function"), who, "protect")

    def protect(self, state: State, who: int, thread: Thread, frame: Frame) -> Iterator[State]:
        if not thread.late:  # a system call
            yield go(write(state, ("protected", frame.copy), True), who, "use")

    def use(self, state: State, who: int, thread: Thread, frame: Frame) -> Iterator[State]:
        if state.built != 2 and state.builder != who and not state.child:
            raise Wrong("a thread is in a library whose constructor has not ended")
        yield leave(state, who)

    def explore(self) -> tuple[int, str]:
        """Returns the number of states, and the fault in one of them, or None."""
        todo = [self.start()]
        seen = set(todo)
        while todo:
            state = todo.pop()
            try:
                following = list(self.steps(state))
            except Wrong as wrong:
                return len(seen), str(wrong)
            ended = not any(t.frames or t.todo or t.late for t in state.threads)
            if not following and not ended:
                return len(seen), "a child hangs" if state.child else "a thread hangs"
            for next_state in following:
                if next_state not in seen:
                    seen.add(next_state)
                    todo.append(next_state)
        return len(seen), ""


def main() -> int:
    if sys.argv[1:]:
        crossed = sys.argv[1] == "crossed"
        states, wrong = Model("" if crossed else sys.argv[1], crossed).explore()
        print(f"{states} states: {wrong or 'nothing wrong'}")
        return 1 if wrong else 0
    states, wrong = Model().explore()
    print(f"{'with all precautions':>20}: {states:7} states: {wrong or 'nothing wrong'}")
    failed = bool(wrong)
    for name, meaning in PRECAUTIONS.items():
        states, wrong = Model(name).explore()
        print(f"{'without ' + name:>20}: {states:7} states: {wrong or 'NOT NOTICED'}  ({meaning})")
        failed |= not wrong
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
