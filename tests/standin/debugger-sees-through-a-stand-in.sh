# A debugger shows the frames up to main() at each instruction of a stand-in's assembly, which is every
# later call and the first call until it enters C, and in the functions of the library.
need gdb

mkdir lazy
library real/libtoy.so.1 - -g <<'C'
static __attribute__((noinline)) void stop_here(void) { __asm__ volatile(""); }
int toy_add(int a, int b) { stop_here(); return a + b; }
C
"$TOOL" stand-in real/libtoy.so.1 -o lazy >made || fail "$(cat made)"
cat >main.c <<'C'
int toy_add(int, int);
int first(void) { return toy_add(1, 2) - 3; }
int later(void) { return toy_add(1, 2) - 3; }
int main(void) { int result = first(); return result + later(); }
C
$CC -g -O0 main.c lazy/libtoy.so.1 -o main -Wl,-z,now

# Each step prints a line "first" or "later", the next instruction, and the frames.
cat >commands <<'END'
set breakpoint pending on
define trace_first
  stepi
  echo \n::first\n
  x/i $pc
  backtrace
end
define trace_later
  stepi
  echo \n::later\n
  x/i $pc
  backtrace
end
break first
run
break stop_here
END
for _ in $(seq 100); do echo trace_first; done >>commands
cat >>commands <<'END'
continue
echo \n::inside\n
backtrace
delete
break later
continue
END
for _ in $(seq 10); do echo trace_later; done >>commands
echo continue >>commands
LD_LIBRARY_PATH=$stage/lazy LAZYNCCL_LIBPATH=$stage/real \
    gdb -nx -batch -x commands ./main >said 2>&1 || true
! grep -q 'ptrace: Operation not permitted' said || skip "no program may be traced"
says said 'exited normally'

# Counts the stops by place, and whether main() was seen. The first call instruction of the stand-in
# enters C, which has no unwind tables.
awk 'function count() { if (place) counts[place (main ? " with main" : " without main")]++ }
    /^::/ { count(); place = substr($0, 3); main = 0 }
    /^=>/ { calls = $0 ~ /:\t(call|blr|jalr)/ }
    /^=>/ && in_c && place == "first" { place = "" }
    /^#0 .*\/lazy\/libtoy/ && place == "first" { place = "assembly"; in_c = calls }
    /^#0 .*\/lazy\/libtoy/ && place == "later" { place = "trampoline" }
    /^#[0-9]+ .*main \(/ { main = 1 }
    END { count(); for (key in counts) print counts[key], key }' said >counts
cat counts
says counts '^[1-9][0-9] assembly with main$'
says counts '^[1-9] trampoline with main$'
says counts '^1 inside with main$'
says_not counts 'without'
