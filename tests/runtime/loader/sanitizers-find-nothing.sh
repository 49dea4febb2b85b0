# AddressSanitizer (with leaks) and UndefinedBehaviorSanitizer, of gcc and clang, report nothing,
# and the output does not change.
. "$SOURCE/tests/fake/paths.sh"

for compiler in gcc clang; do
    sanitize='-fsanitize=address,undefined -fno-sanitize-recover=all'
    can_link $compiler $sanitize || continue
    same_output $compiler $sanitize
done
