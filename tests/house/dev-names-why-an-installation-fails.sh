# If an installation fails, ./dev ends with one line that contains the cause, from the message of
# apt, dpkg, sudo or pip, and the next step.

mkdir -p "a b/packaging" bin
cp "$SOURCE/dev" "a b/dev"
cp "$SOURCE/packaging/setup.sh" "a b/packaging"
printf '#!/bin/sh\n' >bin/dpkg-query # no package is installed
printf '#!/bin/sh\necho 0\n' >bin/id
printf '#!/bin/sh\necho progress\necho "$MESSAGE" >&2\n[ "$MESSAGE" = fine ]\n' >bin/apt-get
printf '#!/bin/sh\necho Filesystem\necho "disk 9 8 $FREE 99%% /a disk"\n' >bin/df
chmod +x bin/*
PATH=$stage/bin:$PATH

# names CAUSE MESSAGE: an installation that fails with this message; its output stays.
names()
{
    export MESSAGE="$2" FREE="${FREE-999}"
    if (cd "a b" && sh dev setup) >said 2>err; then
        fail "ended with 0: $MESSAGE"
    fi
    equal "$(cat said)" progress
    equal "$(cat err)" "$MESSAGE
dev: $1ry again: ./dev setup"
}
names 'no space left; /a disk has least, 999 MiB. Free some, then t' \
    'E: Failed to fetch http://x  Error writing to file - write (28: No space left on device)'
names 'no space left; /a disk has least, 999 MiB. Free some, then t' \
    "E: You don't have enough free space in /var/cache/apt/archives/."
FREE=3 names 'no space left; /a disk has least, 3 MiB. Free some, then t' 'E: unknown'
names 'another program is installing packages: wait until it has ended, then t' \
    'E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 7 (apt-get)'
interrupted='an earlier installation was interrupted. As root, run: dpkg --configure -a; '
names "${interrupted}apt-get --fix-broken install. Then t" \
    "E: dpkg was interrupted, you must manually run 'dpkg --configure -a' to correct the problem."
names "${interrupted}apt-get --fix-broken install. Then t" \
    "E: Unmet dependencies. Try 'apt --fix-broken install' with no packages"
names 'no network, or the server does not answer: see above. Fix this, then t' \
    "E: Failed to fetch http://x/y.deb  Temporary failure resolving 'x'"
names "the server's certificate is not trusted. Name your site's CA in PIP_CERT, then t" \
    'SSLError(SSLCertVerificationError(1, [SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed'
names "'env LC_ALL=C apt-get update -q' failed: see its message above. Fix this, then t" \
    'E: something else'
