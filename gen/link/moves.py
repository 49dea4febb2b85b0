"""Lists functions that change the root, namespace, folder, rights or limits of a program, so that
dlopen() may find another file, or none.

The test link-knows-what-moves-a-program derives both tables from libraries.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from _collections_abc import Mapping

from gen.elf import Elf

MOVES = frozenset("""
chroot pivot_root setns unshare clone syscall capset prctl seccomp_load dlmopen
mount umount umount2 move_mount mount_setattr
chdir fchdir daemon fts_open fts_read fts_children fts_close
fts64_open fts64_read fts64_children fts64_close nftw nftw64
setrlimit setrlimit64 prlimit prlimit64 ulimit vlimit
setuid seteuid setreuid setresuid setfsuid setgid setegid setregid setresgid setfsgid setgroups
initgroups
""".split())


def imported(file: Elf) -> set[str]:
    return {symbol.name for symbol in file.undefined if symbol.name in MOVES}


class Known:
    """A library that imports some of MOVES, and its functions that call these to move a program."""

    def __init__(self, count: int, imports: str, functions: str = "") -> None:
        self.count = count  # how many names it exports; a file with more may be newer
        self.imports = frozenset(imports.split())      # names in MOVES
        self.functions = frozenset(functions.split())  # the only ones that move a program by these

    def is_file(self, file: Elf) -> bool:
        """Returns whether these facts hold for a file: its exports and imports are not newer."""
        return self.imports >= imported(file) and len(file.defined) <= self.count


# Libraries that open plugins, such as libpam, are not here: a plugin may move the program.
LIBRARIES: Mapping[str, Known] = {
    "libapparmor.so.1": Known(69, "syscall"),
    "libattr.so.1": Known(26, "syscall"),
    "libblkid.so.1": Known(109, "prctl setgid setuid syscall",
        "blkid_devno_to_devname blkid_devno_to_wholedisk blkid_do_fullprobe blkid_do_probe "
        "blkid_do_safeprobe blkid_encode_string blkid_evaluate_spec blkid_evaluate_tag "
        "blkid_find_dev_with_tag blkid_free_probe blkid_get_cache blkid_get_dev "
        "blkid_get_devname blkid_get_tag_value blkid_new_probe_from_filename "
        "blkid_partlist_devno_to_partition blkid_probe_all blkid_probe_all_new "
        "blkid_probe_all_removable blkid_probe_get_partitions blkid_probe_get_topology "
        "blkid_probe_get_wholedisk_devno blkid_probe_is_wholedisk blkid_probe_set_device "
        "blkid_put_cache blkid_safe_string blkid_verify"),
    "libbsd.so.0": Known(105, "syscall"),
    "libcap.so.2": Known(71, "capset chdir chroot prctl setgid setgroups setuid syscall",
        "__so_start _libcap_initialize cap_drop_bound cap_from_text cap_get_ambient "
        "cap_get_mode cap_iab_get_proc cap_iab_set_proc cap_launch cap_mode_name cap_prctl "
        "cap_prctlw cap_reset_ambient cap_set_ambient cap_set_mode cap_set_proc "
        "cap_set_secbits cap_setgroups cap_setuid capsetp"),
    "libcom_err.so.2": Known(20, "prctl"),
    "libcrypto.so.3": Known(5363, "syscall"),
    "libfdisk.so.1": Known(279, "prctl setgid setuid syscall"),
    "libglib-2.0.so.0": Known(1821, "chdir setrlimit64 syscall",
        "g_chdir g_spawn_async g_spawn_async_with_fds g_spawn_async_with_pipes "
        "g_spawn_async_with_pipes_and_fds g_spawn_command_line_async "
        "g_spawn_command_line_sync g_spawn_sync g_test_init g_test_trap_fork "
        "g_test_trap_subprocess"),
    "libgpg-error.so.0": Known(158, "chdir",
        "gpgrt_chdir"),
    "libk5crypto.so.3": Known(105, "syscall"),
    "libkeyutils.so.1": Known(46, "syscall"),
    "libkmod.so.2": Known(73, "syscall"),
    "libmount.so.1": Known(
        297, "chdir mount prctl setgid setns setuid syscall umount umount2 unshare",
        "mnt_context_apply_fstab mnt_context_do_mount mnt_context_do_umount "
        "mnt_context_finalize_mount mnt_context_finalize_umount mnt_context_find_umount_fs "
        "mnt_context_get_excode mnt_context_get_fstab mnt_context_get_lock "
        "mnt_context_get_mtab mnt_context_get_table mnt_context_helper_setopt "
        "mnt_context_is_fs_mounted mnt_context_mount mnt_context_next_mount "
        "mnt_context_next_remount mnt_context_next_umount mnt_context_prepare_mount "
        "mnt_context_prepare_umount mnt_context_set_target_ns mnt_context_switch_ns "
        "mnt_context_switch_origin_ns mnt_context_switch_target_ns mnt_context_umount "
        "mnt_free_context"),
    "libselinux.so.1": Known(239, "fts_close fts_open fts_read mount umount umount2",
        "selinux_init_load_policy selinux_restorecon selinux_restorecon_parallel "
        "selinux_restorecon_xattr"),
    "libsmartcols.so.1": Known(167, "prctl setgid setuid syscall"),
    "libudev.so.1": Known(92, "syscall"),
    "libuuid.so.1": Known(22, "syscall"),
}


def cause(files: Mapping[str, Elf]) -> str:
    """Returns which of these files, name → file, is the first that imports a function which moves a
    program, and the function; an empty text if there is none."""
    known = {soname: LIBRARIES[soname] for soname, file in files.items()
             if soname in LIBRARIES and LIBRARIES[soname].is_file(file)}
    functions = frozenset[str]().union(*(each.functions for each in known.values()))
    for soname, file in files.items():
        moving = functions if soname in known else functions | MOVES
        for symbol in file.undefined:
            if symbol.name in moving:
                return f"{soname} imports {symbol.name}"
    return ""
