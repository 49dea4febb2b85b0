# Images are written and read in each format, with the same bytes from each build. Without libxcb, which only
# pictures of the screen need, the build with xcb:stop works as well.
. /lazynccl/tests/real/linked/uses/common.sh
cat >convert.py <<'END'
import hashlib, io, sys
from PIL import Image, ImageCms
picture = Image.radial_gradient("L").convert("RGB")
for name in sys.argv[1:]:
    data = io.BytesIO()
    picture.save(data, name)
    read = Image.open(data)
    read.load()
    print(name, hashlib.sha256(data.getvalue()).hexdigest(), read.size)
print(ImageCms.profileToProfile(picture, ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB"), outputMode="LAB").mode)
END
for build in direct lazy stop; do
    cp -r /tmp/build/pillow/tree/src src-$build
    cp $build/src/PIL/*.so src-$build/PIL
    passes env PYTHONPATH=src-$build python3 convert.py PNG JPEG JPEG2000 TIFF WEBP
    cp said $build.said
done
cmp direct.said lazy.said
cmp direct.said stop.said
cat lazy.said
passes without xcb env PYTHONPATH=src-stop python3 convert.py PNG JPEG
