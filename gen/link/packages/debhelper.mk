# For debian/rules: links lazily, checks that no program needs the libraries, and makes ${lazy:Depends} and
# ${lazy:Recommends}, with versions, from the direct programs. Set LAZY_LIBS before: see docs/lazy-linking.md.
# SPDX-License-Identifier: Apache-2.0 OR MIT
lazynccl := $(dir $(realpath $(lastword $(MAKEFILE_LIST))))
export LAZY_LIBS LAZY_FALLBACKS
export LAZY_DIRECT ?= $(CURDIR)/debian/.debhelper/direct
export COMPILER_PATH := $(lazynccl)../wrapper

execute_after_dh_shlibdeps:
	$(lazynccl)check $(addprefix debian/,$(shell dh_listpackages -a))
	set -ef; IFS=$$(printf '\n\t'); for package in $$(dh_listpackages -a); do \
	    required=$$($(lazynccl)direct required debian/$$package); [ "$$required" ] || continue; \
	    dpkg-shlibdeps -plazy -Tdebian/$$package.substvars -x$$package $(addprefix -Sdebian/,$(shell dh_listpackages -a)) \
	        -dDepends $$required -dRecommends $$($(lazynccl)direct recommended debian/$$package) \
	        -dSuggests $$($(lazynccl)direct suggested debian/$$package); done
