# docs/environment.md and docs/search-order.md have exactly the rows of the tables in the source.
consumer - tables -I"$SOURCE/src" <<'C'
#include "runtime/library/library.h"
#include "netplugin/core/setting.h"
#include "runtime/search/search.h"
#include "runtime/search/view.h"
int main(int count, char **words)
{
    for (int i = 0; count > 1 && i < LAZYNCCL_LOCATIONS; i++)
        puts(lazynccl_location_word(i));
#define ROW(id, name, takes, effect) "| `" name "` | " takes " | " effect " |\n"
    if (count == 1)
        fputs(LAZYNCCL_EACH_SETTING(ROW) LAZYNCCL_NET_EACH_SETTING(ROW), stdout);
    /* the stubs' sonames and variables */
    for (int i = 0; count == 1 && i < lazynccl_libraries_count; i++)
        for (int r = 0; lazynccl_libraries[i] && lazynccl_libraries[i]->description->home_variables[r]; r++)
            fprintf(stderr, "%s\n", lazynccl_libraries[i]->description->home_variables[r]);
    return !lazynccl_nccl() || !lazynccl_nvrtc() || !lazynccl_nvjitlink();
}
C

./tables >settings 2>variables
grep '^| `' "$SOURCE/docs/environment.md" >rows
[ -s variables ] || fail 'no stub names a home variable'
sort -u variables | while read -r variable; do
    says rows "^\| \`$variable\` \| a folder \| "
    grep -v "^| \`$variable\` " rows >rest || true
    mv rest rows
done
equal "$(cat rows)" "$(cat settings)"

./tables places >places
sed -n 's/^[0-9][0-9]*\. \*\*`\([^`]*\)`\*\*.*/\1/p' "$SOURCE/docs/search-order.md" >numbered
equal "$(cat numbered)" "$(cat places)"
[ "$(wc -l <places)" -ge 8 ] || fail 'places are missing'

# the source reads only the variables in the table
grep -hoE 'getenv\("[^"]*"' "$SOURCE"/src/runtime/l*/*.c \
    "$SOURCE"/src/runtime/search/*.c "$SOURCE"/src/runtime/search/*/*.c >named || true
equal "$(cat named)" ''

# The error for an unknown search location lists all of them.
LAZYNCCL_SEARCH=nowhere ./ask load error >output
says output "the locations are $(tr '\n' ' ' <places | sed 's/ $//; s/ /, /g')"
