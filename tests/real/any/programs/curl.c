/* Gets a file: URL with variadic options and a callback. SPDX-License-Identifier: Apache-2.0 OR MIT
 */
#include <curl/curl.h>
#include <stdio.h>
#include <unistd.h>

static size_t take(char *bytes, size_t size, size_t count, void *to)
{
    (void)to;
    return fwrite(bytes, size, count, stdout);
}

int main(void)
{
    char folder[4000], url[4100];
    FILE *file = fopen("said.txt", "w");
    CURL *curl;
    int code;

    fputs("works\n", file);
    fclose(file);
    snprintf(url, sizeof url, "file://%s/said.txt", getcwd(folder, sizeof folder));
    if (!curl_version_info(CURLVERSION_NOW)->version || !(curl = curl_easy_init()))
        return 1;
    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take);
    code = curl_easy_perform(curl);
    curl_easy_cleanup(curl);
    return code;
}
