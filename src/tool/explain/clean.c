/* Strips what people paste around a text, and what build services put before its lines.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/clean.h"
#include "common/text/memory.h"
#include "common/text/strings.h"
#include <ctype.h>
#include <string.h>

/* glibc's ENOENT in other languages, in which compilers name a header. Each is longer than the
 * English text. */
static const char no_such_file[] =
    "没有那个文件或目录|沒有此一檔案或目錄|そのようなファイルやディレクトリはありません"
    "|그런 파일이나 디렉터리가 없습니다|Нет такого файла или каталога"
    "|Datei oder Verzeichnis nicht gefunden|Aucun fichier ou dossier de ce type"
    "|No existe el fichero o el directorio|No existe el archivo o el directorio"
    "|Arquivo ou diretório inexistente|Arquivo ou diretório não encontrado"
    "|File o directory non esistente|Nie ma takiego pliku ani katalogu";

/* Shells' words for a command that they do not find. */
static const char no_such_command[] =
    "未找到命令|找不到命令|コマンドが見つかりません|명령어를 찾을 수 없음|명령을 찾을 수 없습니다"
    "|commande introuvable|Kommando nicht gefunden|Befehl nicht gefunden|orden no encontrada"
    "|no se encontró la orden|comando não encontrado|comando non trovato|команда не найдена"
    "|nie znaleziono polecenia";

/* Returns the length of what a build service puts before a line: a date with a time, or docker's
 * "#12 34.5 ". */
static size_t stamp_length(const char *line)
{
    size_t date = strspn(line, "0123456789-"), digits = strspn(line + 1, "0123456789");
    const char *seconds = line + 1 + digits;

    if (date == 10 && line[4] == '-' && line[10] == 'T')
        return strcspn(line, " \n");
    if (*line != '#' || !digits || *seconds != ' ')
        return 0;
    size_t length = strspn(++seconds, "0123456789.");
    return length > 2 && seconds[length] == ' ' ? (size_t)(seconds - line) + length : 0;
}

/* Returns 1 if the line that ends here has a path of Windows, in which "\n" is no line's end. */
static int has_drive(const char *start, const char *end)
{
    for (const char *at = end; at > start && at[-1] != '\n'; at--)
        if (at[-1] == ':' && at - 1 > start && isalpha((unsigned char)at[-2]) &&
            (at == end || *at == '\\'))
            return 1;
    return 0;
}

char *clean_text(const char *text)
{
    static const char dropped[] =
        "\xe2\x80\x98|\xe2\x80\x99|\xe2\x80\x9c|\xe2\x80\x9d|&#39;|&quot;|\\'|\\\"|'|\"|`|*|«|»|„";
    static const char blanks[] = "%20|\\n|\\t|\t|\r| |\xc2\xa0|\xe2\x80\xaf";
    char *clean = memory_copy(text), *to = clean;
    size_t length;

    while (*text) {
        if (to == clean || to[-1] == '\n')
            text += stamp_length(text);
        if ((length = strings_length_of_first(dropped, text))) {
            text += length;
        } else if ((length = strings_length_of_first(blanks, text)) &&
                   !(*text == '\\' && has_drive(clean, to))) {
            text += length;
            if (to == clean || to[-1] != ' ')
                *to++ = ' ';
        } else if ((length = strings_length_of_first("：", text))) {
            text += length;
            to = stpcpy(to, ": ");
        } else if ((length = strings_length_of_first(no_such_file, text))) {
            text += length;
            to = stpcpy(to, "no such file or directory");
        } else if ((length = strings_length_of_first(no_such_command, text))) {
            text += length;
            to = stpcpy(to, "not found");
        } else if ((length = strings_length_of_first("-NOTFOUND", text))) { /* CMake's value */
            text += length;
            to = stpcpy(to, " notfound");
        } else {
            *to++ = *text++;
        }
    }
    *to = '\0';
    return clean;
}
