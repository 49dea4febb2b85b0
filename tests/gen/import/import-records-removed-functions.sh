# A function that a newer release no longer exports gets a row in [removed], under the oldest
# release without it. A function that is missing from the release that added it needs review.
sed -i '/toyClose/d' toy.c toy/include/toy.h
release 1.4.0
import 0
changed '< described = "1.2.0"
> described = "1.4.0"
> [removed]
> toyClose = "1.4.0"'

release 1.3.0
import 0
changed '< described = "1.2.0"
> described = "1.4.0"
> [removed]
> toyClose = "1.3.0"'

cp before.toml toy.toml
release 1.1.0
import 1
changed ''
says said '^\./toy.toml:[0-9]+: \./toy: toyClose: not exported$'
