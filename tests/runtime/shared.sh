# Shared by the tests of the runtime: each has ./ask, which prints what the archive does.
consumer "$SOURCE/tests/fake/ask.c" ask
