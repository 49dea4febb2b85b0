/* Asks a database in memory, with a callback and a variadic function. SPDX-License-Identifier:
 * Apache-2.0 OR MIT */
#include <sqlite3.h>
#include <stdio.h>

static int show(void *seen, int columns, char **values, char **names)
{
    (void)names;
    *(int *)seen += columns;
    puts(values[0]);
    return 0;
}

int main(void)
{
    sqlite3 *db;
    int seen = 0;
    char *ask;

    if (sqlite3_open(":memory:", &db) != SQLITE_OK)
        return 1;
    ask = sqlite3_mprintf("select %Q", "works");
    if (sqlite3_exec(db, ask, show, &seen, NULL) != SQLITE_OK)
        return 1;
    sqlite3_free(ask);
    return sqlite3_close(db) || seen != 1;
}
