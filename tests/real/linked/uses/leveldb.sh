# A library whose functions stop stays linked directly in a shared library: without libsnappy, libleveldb is not
# loaded, as if linked without the wrapper. Linked with snappy:stop, it is loaded, and the first block that is
# compressed stops the program.
. /lazynccl/tests/real/linked/uses/common.sh
tree=/tmp/build/leveldb/tree
cat >use.cc <<'END'
#include <iostream>
#include <leveldb/db.h>
int main(int, char **words)
{
    leveldb::Options options;
    leveldb::DB *db;
    options.create_if_missing = true;
    if (!leveldb::DB::Open(options, words[1], &db).ok())
        return 1;
    std::string key(100, 'a'), value(100000, 'b'), found;
    db->Put({}, key, value);
    std::cout << "written" << std::endl;
    db->CompactRange(nullptr, nullptr);
    db->Get({}, key, &found);
    delete db;
    return found != value;
}
END
c++ -I$tree/include use.cc $tree/libleveldb.so -o use
for build in direct stop; do
    passes env LD_LIBRARY_PATH=$build ./use $build.db
done
run_saying without snappy env LD_LIBRARY_PATH=direct ./use none.db
[ $status = 127 ] || fail "without libsnappy: status $status: $(cat said)"
reports '^lazylink: _ZN6snappy.*: libsnappy.so.1' without snappy env LD_LIBRARY_PATH=stop ./use stopped.db
grep -q '^written$' said || fail "$(cat said)"
