# --check reports every difference in either direction, fails, and changes nothing.
cp toy/include/toy.h toy.h
cp toy.c before.c

# finds TEXT: --check fails and reports TEXT at the line of the row $row.
finds()
{
    release "${now-1.2.0}"
    import 1 --check
    line=$(grep -n -m1 -e "$row" toy.toml | cut -d: -f1)
    says said "^\./toy.toml:$line: \./toy: $1"
    says said ', 1 needs review'
    cmp before.toml toy.toml
    cp toy.h toy/include/toy.h
    cp before.c toy.c
}

row='^toyResult_t toyClose'
sed -i 's/toyBox_t box)/int box)/' toy/include/toy.h
finds "toyClose is 'toyResult_t toyClose\(int\);' at .*/toy.h:[0-9]+"

row='^toyResult_t toyOpen'
sed -i 's/parts\[8\]/parts[12]/' toy/include/toy.h
finds "toyOpen is '"

row='^toyResult_t ='
sed -i 's/toySystemError = 2/toySystemError = 3/' toy/include/toy.h
finds 'toySystemError is 3'

row='^.functions.$'
sed -i 's/^toyResult_t toyClose/toyResult_t toyNew(void);\n&/' toy/include/toy.h
finds 'toyNew is declared at .*toy.h:[0-9]+, but not exported'
echo 'int toyHidden() { return 0; }' >>toy.c
finds 'toyHidden: exported, but no header declares it'
echo 'int toyHidden() { return 0; }' >>toy.c
sed -i 's/^toyResult_t toyClose/toyResult_t toyHidden(void);\n&/' toy/include/toy.h
finds 'toyHidden is new in 1.2.0'

row='^toyResult_t toyClose'
now=1.0.3
finds 'toyClose is older'

row='^described'
now=1.2.1
finds 'described is older than 1.2.1'

unset now
row='^toyResult_t toyGetVersion'
sed -i '/toyGetVersion/d' toy.c toy/include/toy.h
finds 'toyGetVersion is gone in 1.2.0'
