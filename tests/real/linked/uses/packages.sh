# Makes a Debian package and an rpm of one program of a build, as a packager does with gen/link/packages, and
# compares their dependencies with those of the direct program. Sourced by the uses, which set lazy_libs.

# debian_package BUILD PROGRAM: prints the dependencies of a package with the program.
debian_package()
{
    rm -rf package
    mkdir -p package/debian
    cat >package/debian/control <<'END'
Source: toy
Maintainer: A <a@example.org>
Build-Depends: debhelper-compat (= 13)

Package: toy
Architecture: any
Depends: ${shlibs:Depends}, ${lazy:Depends}
Recommends: ${lazy:Recommends}
Description: toy
 A package with one program.
END
    printf 'toy (1) unstable; urgency=low\n\n  * 1\n\n -- A <a@example.org>  Mon, 01 Jan 2024 00:00:00 +0000\n' \
        >package/debian/changelog
    cat >package/debian/rules <<END
#!/usr/bin/make -f
$([ "$1" = direct ] || printf 'LAZY_LIBS = %s\ninclude /lazynccl/gen/link/packages/debhelper.mk\n' $lazy_libs)
%:
	dh \$@
override_dh_auto_install:
	install -D /tmp/use/$1/$2 debian/toy/usr/bin/${2##*/}
END
    chmod +x package/debian/rules
    (cd package && LAZY_DIRECT="/tmp/kept files" dpkg-buildpackage -b -us -uc -d) >package.log 2>&1 ||
        fail "dpkg-buildpackage: $(tail -n 20 package.log)"
    for field in Depends Recommends; do
        dpkg-deb -f toy_1_*.deb $field | sed 's/, /\n/g' | sed -n "s/^./$field &/p"
    done
}

# rpm_package BUILD PROGRAM: prints what an rpm with the program requires and recommends.
rpm_package()
{
    rm -rf rpm
    mkdir -p rpm
    cat >rpm/toy.spec <<END
Name: toy
Version: 1
Release: 1
Summary: toy
License: none
%description
A package with one program.
%install
install -D /tmp/use/$1/$2 %{buildroot}/usr/bin/${2##*/}
%check
$([ "$1" = direct ] || printf '%%{lazynccl_check %s}' $lazy_libs)
%files
/usr/bin/*
END
    mkdir rpm/fileattrs rpm/bin
    cp /usr/lib/rpm/fileattrs/elf.attr rpm/fileattrs
    [ "$1" = direct ] || cp /lazynccl/gen/link/packages/lazynccl.attr rpm/fileattrs
    printf '#!/bin/sh\necho /lazynccl/gen/link/wrapper\n' >rpm/bin/lazynccl # of the command, the folder
    chmod +x rpm/bin/lazynccl
    PATH=$PWD/rpm/bin:$PATH rpmbuild -bb --load /lazynccl/gen/link/packages/lazynccl.attr \
        --define 'lazynccl_direct /tmp/kept files' --define "_fileattrsdir $PWD/rpm/fileattrs" \
        --define "_topdir $PWD/rpm" rpm/toy.spec >rpm.log 2>&1 || fail "rpmbuild: $(tail -n 20 rpm.log)"
    rpm -qp --requires rpm/RPMS/*/*.rpm | sed 's/^/Requires /'
    rpm -qp --recommends rpm/RPMS/*/*.rpm | sed 's/^/Recommends /'
}
