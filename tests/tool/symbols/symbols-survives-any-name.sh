# With names of any bytes, JSON is valid and no control characters are printed.

# Each of these is replaced by a name of the same length.
echo 'int name_of_symbol_1, name_of_symbol_2, name_of_symbol_3;' >a.c
$CC -fPIC -shared -nostdlib -o a.so a.c -Wl,-soname,name_of_library__
"$PYTHON" - <<'END'
content = open("a.so", "rb").read()
for old, new in {
        b"name_of_symbol_1": b'q"b\\s/t\ttab\x1b[31m',
        b"name_of_symbol_2": b"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80 good!!",
        b"name_of_symbol_3": b"\xff\xc0\xaf\xed\xa0\x80\xc2\x9b\xe2\x82bad!!!",
        b"name_of_library__": b"\x07bell\r\nnew: line!"}.items():
    assert content.count(old) >= 1 and len(old) == len(new), (old, len(old), len(new))
    content = content.replace(old, new)
open("b.so", "wb").write(content)
END
"$TOOL" symbols --json b.so >said
"$PYTHON" - <<'END'
import json
said = json.load(open("said", encoding="utf-8"))
names = {symbol["name"] for symbol in said["symbols"]}
assert said["soname"] == "\x07bell\r\nnew: line!", said["soname"]
assert names == {'q"b\\s/t\ttab\x1b[31m', "é€😀 good!!",
                 r"\xff\xc0\xaf\xed\xa0\x80" + "\x9b" + r"\xe2\x82bad!!!"}, names
text = open("said", "rb").read()
assert not [byte for byte in text if byte < 32 and byte != 10], "raw control characters in JSON"
END
"$TOOL" symbols b.so >said
says said '^soname   \\x07bell\\x0d\\x0anew: line!$'
says said '^  global  q"b\\s/t\\x09tab\\x1b\[31m$'
says said '^  global  \\xff\\xc0\\xaf\\xed\\xa0\\x80\\xc2\\x9b\\xe2\\x82bad!!!$'
says said '^  global  é€😀 good!!$'
