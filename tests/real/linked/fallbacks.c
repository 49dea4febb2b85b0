/* A program for each library of gen/link/fallbacks: returns 0 if the library works, and 1 if its functions fail,
 * as they do if it is missing. Compiled with -DUSE_NAME. */
#include <stdio.h>
#include <string.h>
#include <sys/types.h>

/* Prints the error of a library, if it has a text. */
static int failed(const char *why)
{
    printf("failed: %s\n", why ? why : "no text");
    return 1;
}

#if defined USE_acl
#include <sys/acl.h>
static int use(void)
{
    acl_t it = acl_get_file(".", ACL_TYPE_ACCESS);
    return it ? acl_free(it) : failed("acl");
}
#elif defined USE_archive
#include <archive.h>
static int use(void)
{
    struct archive *it = archive_read_new();
    char bytes[] = "070707";
    int status = archive_read_support_format_raw(it) || archive_read_open_memory(it, bytes, 6);
    if (status)
        failed(archive_error_string(it));
    archive_read_free(it);
    return status;
}
#elif defined USE_attr
#include <attr/libattr.h>
static int use(void)
{
    return attr_copy_file("source", "target", NULL, NULL) ? failed("attr") : 0;
}
#elif defined USE_audit
#include <libaudit.h>
static int use(void)
{
    return audit_name_to_msg_type("USER_LOGIN") < 0 ? failed("audit") : 0;
}
#elif defined USE_bpf
#include <bpf/btf.h>
#include <bpf/libbpf.h>
static int use(void)
{
    struct btf *it = btf__new_empty();
    int id = it ? btf__add_int(it, "int", 4, BTF_INT_SIGNED) : -1;
    btf__free(it);
    return libbpf_get_error(it) || id < 0 ? failed(libbpf_version_string()) : 0;
}
#elif defined USE_bz2
#include <bzlib.h>
static int use(void)
{
    bz_stream it = {0};
    return BZ2_bzCompressInit(&it, 9, 0, 0) ? failed(BZ2_bzlibVersion()) : BZ2_bzCompressEnd(&it);
}
#elif defined USE_cap_ng
#include <cap-ng.h>
static int use(void)
{
    capng_clear(CAPNG_SELECT_BOTH);
    return capng_get_caps_process() ? failed("cap-ng") : 0;
}
#elif defined USE_crypto
#include <openssl/evp.h>
#include <openssl/x509.h>
static int use(void)
{
    EVP_MD_CTX *it = EVP_MD_CTX_new();
    int good = EVP_DigestInit_ex(it, EVP_sha256(), NULL) == 1 && EVP_DigestUpdate(it, "a", 1) == 1;
    EVP_MD_CTX_free(it);
    return good ? 0 : failed(X509_verify_cert_error_string(1));
}
#elif defined USE_curl
#include <curl/curl.h>
static int use(void)
{
    CURLcode code = curl_global_init(CURL_GLOBAL_ALL);
    CURL *it = curl_easy_init();
    if (!code && it)
        code = curl_easy_setopt(it, CURLOPT_URL, "file:///");
    curl_easy_cleanup(it);
    return code || !it ? failed(curl_easy_strerror(code)) : 0;
}
#elif defined USE_elf
#include <fcntl.h>
#include <libelf.h>
static int use(void)
{
    unsigned version = elf_version(EV_CURRENT);
    Elf *it = elf_begin(open("/proc/self/exe", O_RDONLY), ELF_C_READ, NULL);
    size_t count = 0;
    int code = version == EV_NONE || elf_kind(it) != ELF_K_ELF || elf_getshdrnum(it, &count) || !count;
    if (code)
        failed(elf_errmsg(elf_errno()));
    elf_end(it);
    return code;
}
#elif defined USE_idn2
#include <idn2.h>
static int use(void)
{
    char *to = NULL;
    int code = idn2_to_ascii_8z("example.org", &to, 0);
    idn2_free(to);
    return code ? failed(idn2_strerror(code)) : 0;
}
#elif defined USE_kmod
#include <libkmod.h>
static int use(void)
{
    struct kmod_ctx *it = kmod_new(NULL, NULL);
    struct kmod_module *module = NULL;
    int code = kmod_module_new_from_name(it, "loop", &module);
    kmod_module_unref(module);
    kmod_unref(it);
    return code < 0 ? failed(strerror(-code)) : 0;
}
#elif defined USE_lz4
#include <lz4.h>
#include <lz4frame.h>
static int use(void)
{
    LZ4F_dctx *it = NULL;
    size_t code = LZ4F_createDecompressionContext(&it, LZ4F_VERSION);
    char to[8];
    if (LZ4F_isError(code))
        return failed(LZ4F_getErrorName(code));
    return LZ4_decompress_safe("\x10" "a", to, 2, 8) != 1 || LZ4F_freeDecompressionContext(it);
}
#elif defined USE_lzma
#include <lzma.h>
static int use(void)
{
    lzma_stream it = LZMA_STREAM_INIT;
    int code = lzma_stream_decoder(&it, UINT64_MAX, 0);
    lzma_end(&it);
    return code ? failed(lzma_version_string()) : 0;
}
#elif defined USE_mnl
#include <libmnl/libmnl.h>
static int use(void)
{
    struct mnl_socket *it = mnl_socket_open(NETLINK_ROUTE);
    int code = it ? mnl_socket_bind(it, 0, MNL_SOCKET_AUTOPID) : -1;
    if (it)
        mnl_socket_close(it);
    return code ? failed("mnl") : 0;
}
#elif defined USE_pam
#include <security/pam_appl.h>
static int use(void)
{
    static struct pam_conv talk;
    pam_handle_t *it = NULL;
    int code = pam_start("other", "nobody", &talk, &it);
    if (code)
        failed(pam_strerror(it, code));
    return pam_end(it, code) || code;
}
#elif defined USE_popt
#include <popt.h>
static int use(void)
{
    static const char *words[] = {"program", "-n", NULL};
    static const struct poptOption options[] = {{NULL, 'n', 0, NULL, 7, NULL, NULL}, {0}};
    poptContext it = poptGetContext(NULL, 2, words, options, 0);
    int code = poptGetNextOpt(it);
    poptFreeContext(it);
    return code == 7 ? 0 : failed(poptStrerror(code));
}
#elif defined USE_selinux
#include <selinux/context.h>
#include <selinux/selinux.h>
static int use(void)
{
    context_t it = is_selinux_enabled() ? NULL : context_new("user:role:type");
    int code = it ? 0 : failed("selinux");
    context_free(it);
    return code;
}
#elif defined USE_ssl
#include <openssl/ssl.h>
static int use(void)
{
    SSL_CTX *it = SSL_CTX_new(TLS_client_method());
    SSL *connection = SSL_new(it);
    int good = connection && SSL_get_verify_result(connection) == 0;
    SSL_free(connection);
    SSL_CTX_free(it);
    return good ? 0 : failed("ssl");
}
#elif defined USE_udev
#include <libudev.h>
static int use(void)
{
    struct udev *it = udev_new();
    struct udev_enumerate *all = udev_enumerate_new(it);
    int code = udev_enumerate_scan_devices(all);
    udev_enumerate_unref(all);
    udev_unref(it);
    return code < 0 ? failed(strerror(-code)) : 0;
}
#elif defined USE_xxhash
#include <xxhash.h>
static int use(void)
{
    XXH64_state_t *it = XXH64_createState();
    int code = XXH64_reset(it, 0) || XXH64_update(it, "a", 1);
    XXH64_freeState(it);
    return code ? failed("xxhash") : 0;
}
#elif defined USE_z
#include <zlib.h>
static int use(void)
{
    z_stream it = {0};
    int code = inflateInit(&it);
    if (code)
        return failed(zError(code));
    return inflateEnd(&it);
}
#elif defined USE_zstd
#include <zstd.h>
static int use(void)
{
    ZSTD_CCtx *it = ZSTD_createCCtx();
    char to[64];
    size_t code = ZSTD_compressCCtx(it, to, sizeof to, "a", 1, ZSTD_maxCLevel());
    ZSTD_freeCCtx(it);
    return ZSTD_isError(code) ? failed(ZSTD_getErrorName(code)) : 0;
}
#endif

int main(void)
{
    return use();
}
