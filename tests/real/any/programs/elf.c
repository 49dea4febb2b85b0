/* Reads its own file's header. */
#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    GElf_Ehdr head;
    Elf *elf;

    (void)argc;
    if (elf_version(EV_CURRENT) == EV_NONE) {
        fprintf(stderr, "%s\n", elf_errmsg(-1));
        return 1;
    }
    elf = elf_begin(open(argv[0], O_RDONLY), ELF_C_READ, NULL);
    if (!elf || !gelf_getehdr(elf, &head) || head.e_machine == EM_NONE)
        return 1;
    puts("works");
    return elf_end(elf);
}
