# The table of majors lists functions whose prototype, struct or enumerator a CUDA major has changed.
# Structs are compared where they are used, whatever their names are. Reserved members, new enumerators, and enumerators that count the others may differ. The
# pip of this test makes the wheels.
mkdir -p tree/stubs/facts
cp -r "$SOURCE/gen" tree
: >tree/stubs/facts/majors.txt
sed '/^packages/s/.*/packages = ["toy-cu13x", "toy-cu12", "toy-cu11"]/; s/toy-cu13x/toy/
    /^\[functions\]/,$d; /^headers/s/, "toy_more.h" = "1.0.0"//' toy.toml >tree/stubs/toy.toml
cat >>tree/stubs/toy.toml <<'END'
[functions]
"1.0.0" = """
toyResult_t toyGetVersion(int *);
toyResult_t toyCount(toyKind_t);
toyResult_t toyKind(toyKind_t);
toyResult_t toyLess(int);
toyResult_t toyMore(int *);
toyResult_t toyRoom(toyRoom_t *);
toyResult_t toySame(toySame_t *);
toyResult_t toySignal(const toyFlags_t *);
toyResult_t toyKinds(toyKinds_t *);
toyResult_t toyEver(int);
"""
END
sed -i 's/^toyResult_t = {.*/&\ntoyKind_t = {}/; s/^\[types.handles\]/[types.opaque]\ntoyRoom_t = "x"\ntoySame_t = "x"\ntoyFlags_t = "x"\ntoyKinds_t = "x"\n\n&/
    /^toyOpen =/d; /^\[types.structs\]/,/^toySize_t/d; s/^toyGetVersion = .*/&\ntoyMore = { 1 = "in" }/' tree/stubs/toy.toml
header() # FOLDER KINDS ROOM SAME LESS MORE SIGNAL MEMBER EVER
{
    mkdir -p "wheels/$1/nvidia/toy/include"
    cat >"wheels/$1/nvidia/toy/include/toy.h" <<END
typedef enum { toySuccess, toySystemError = 2 } toyResult_t;
typedef enum { $2 } toyKind_t;
typedef struct { $3 } toyRoom_t;
typedef struct { $4 } toySame_t;
toyResult_t toyGetVersion(int *version);
toyResult_t toyCount(toyKind_t kind);
toyResult_t toyKind(toyKind_t kind);
toyResult_t toyLess($5);
toyResult_t toyMore($6);
toyResult_t toyRoom(toyRoom_t *room);
toyResult_t toySame(toySame_t *same);
typedef struct { int flags; struct { $8; }; } toyKinds_t;
typedef struct { int flags; } toyFlags_v1_t;
typedef struct { int flags; char reserved[60]; } toyFlags_t;
toyResult_t toySignal(const $7 *flags);
toyResult_t toyKinds(toyKinds_t *kinds);
toyResult_t toyEver($9);
END
}
header toy-cu12-12.0.1 'TOY_A, TOY_B, TOY_COUNT' 'int a; int b;' 'int a; char reserved[8];' \
    'int a' 'int *a' toyFlags_v1_t 'int ratio' 'int a'
header toy-13.0.2 'TOY_A, TOY_C, TOY_B, TOY_COUNT' 'int a; long b;' \
    'int a; int b; char reserved[4];' 'int a, int b' 'long *a' toyFlags_t 'float factor' 'int a'
header toy-cu11-11.8.0 'TOY_A, TOY_B, TOY_COUNT' 'int a; int b;' 'int a; char reserved[8];' \
    'int a' 'int *a' toyFlags_v1_t 'int ratio' 'int a, int b'
fake_pip toy=13.0.2 toy-cu12=12.0.1 toy-cu11=11.8.0
"$PYTHON" tree/gen majors toy >said 2>&1 || fail "$(cat said)"
grep -v '^#' tree/stubs/facts/majors.txt >table
equal "$(cat table)" "toy read toy-cu11 11.8.0; toy-cu12 12.0.1; toy 13.0.2
toy shared 11 12 10
toy shared 12 13 10
toy 12 toyEver it has 2 and 1 parameters
toy 13 toyCount TOY_B is 1 and 2
toy 13 toyKind TOY_B is 1 and 2
toy 13 toyKinds toyKinds_t has another ratio
toy 13 toyLess it has 1 and 2 parameters
toy 13 toyMore parameter 1 is int * and long *
toy 13 toyRoom toyRoom_t has 8 and 16 bytes
toy 13 toySignal toyFlags_v1_t has 4 bytes and toyFlags_t 64"
says said '^toy: 9 of 10 functions of CUDA 11 and 12 are the same$'
says said '^toy: 3 of 10 functions of CUDA 12 and 13 are the same$'
"$PYTHON" tree/gen majors toy >said 2>&1
grep -v '^#' tree/stubs/facts/majors.txt | cmp - table
