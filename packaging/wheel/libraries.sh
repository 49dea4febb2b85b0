# Builds static zlib, libelf and libarchive for the wheel's command, with nothing that it does not
# use. Run by build.sh: libraries.sh FOLDER MACHINE; FOLDER has the sources, cc-MACHINE and ar.
# SPDX-License-Identifier: Apache-2.0 OR MIT
set -eu
linked=$1 machine=$2 prefix=$1/$2
export CC="$linked/cc-$machine" AR="$linked/ar" RANLIB=: CHOST="$machine-linux-gnu"
export CFLAGS='-O2 -g0 -w -ffunction-sections' CPPFLAGS="-I$prefix/include" LDFLAGS="-L$prefix/lib"
rm -rf "$prefix" "$linked/build"
mkdir -p "$linked/build/zlib" "$linked/build/elfutils" "$linked/build/libarchive"

cd "$linked/build/zlib"
"$linked"/zlib-*/configure --static --prefix="$prefix"
make -s -j2 libz.a
make -s install

cd ../elfutils
"$linked"/elfutils-*/configure --host="$CHOST" --prefix="$prefix" --disable-dependency-tracking \
    --disable-nls --disable-debuginfod --disable-libdebuginfod --without-bzlib --without-lzma \
    --without-zstd
make -s -j2 -C libelf libelf.a
make -s -C libelf install-libLIBRARIES install-includeHEADERS
make -s -C config install-pkgconfigDATA

cd ../libarchive
set --
for part in MBEDTLS NETTLE OPENSSL LIBB2 LZ4 LZO LZMA ZSTD BZip2 LIBXML2 EXPAT PCREPOSIX LIBGCC \
    CNG ICONV ACL XATTR TAR CPIO CAT TEST; do
    set -- "$@" -DENABLE_$part=OFF
done
cmake "$linked"/libarchive-* -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR="$machine" \
    -DCMAKE_INSTALL_PREFIX="$prefix" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_BUILD_TYPE=MinSizeRel \
    -DCMAKE_AR="$AR" -DCMAKE_RANLIB=/bin/true -DBUILD_SHARED_LIBS=OFF "$@"
make -s -j2 archive_static
cp libarchive/libarchive.a "$prefix/lib/" # install would compile everything again, for a shared library
cp "$linked"/libarchive-*/libarchive/archive.h "$linked"/libarchive-*/libarchive/archive_entry.h "$prefix/include/"
cp build/pkgconfig/libarchive.pc "$prefix/lib/pkgconfig/"
rm -rf "$linked/build"
