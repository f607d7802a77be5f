// The names of the functions on the stack, for the promises that a program traces.

#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "CPromiseTracing.h"

#include <stdlib.h>
#include <string.h>

#if __has_include(<execinfo.h>)
#include <execinfo.h>

int32_t promise_tracing_return_addresses(void **addresses, int32_t capacity) { return backtrace(addresses, capacity); }
#else
int32_t promise_tracing_return_addresses(void **addresses, int32_t capacity) { return 0; }
#endif

// Part of the Swift runtime: returns an allocated string, or a null pointer if the name is not one of Swift.
extern char *swift_demangle(const char *name, size_t length, char *buffer, size_t *capacity, uint32_t flags);

static char *demangled(const char *name) {
  char *readable = swift_demangle(name, strlen(name), 0, 0, 0);
  return readable ? readable : strdup(name);
}

#if defined(__linux__)
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// `dladdr` finds only symbols that a file exports, which an executable does not do. So the symbol table of the file is
// read, which contains all functions unless the file has been stripped.

typedef struct {
  uintptr_t address;
  uintptr_t load_bias;
  const char *path;
} loaded_file;

// Called for each file of the process until it returns a value other than 0.
static int find_file(struct dl_phdr_info *info, size_t size, void *result) {
  loaded_file *file = result;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
    uintptr_t start = info->dlpi_addr + segment->p_vaddr;
    if (segment->p_type != PT_LOAD || file->address < start || file->address - start >= segment->p_memsz) continue;
    file->load_bias = info->dlpi_addr;
    // The executable has no name.
    file->path = info->dlpi_name && *info->dlpi_name ? info->dlpi_name : "/proc/self/exe";
    return 1;
  }
  return 0;
}

// Returns whether `count` elements of `size` bytes at `offset` lie within `length` bytes.
static bool fits(uint64_t offset, uint64_t count, uint64_t size, uint64_t length) {
  return offset <= length && count <= (length - offset) / size;
}

static char *symbol_in(const char *bytes, uint64_t length, uintptr_t value) {
  const ElfW(Ehdr) *header = (const void *)bytes;
  if (length < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return 0;
  if (!fits(header->e_shoff, header->e_shnum, sizeof(ElfW(Shdr)), length)) return 0;
  const ElfW(Shdr) *sections = (const void *)(bytes + header->e_shoff);
  for (int i = 0; i < header->e_shnum; i++) {
    if (sections[i].sh_type != SHT_SYMTAB || sections[i].sh_link >= header->e_shnum) continue;
    const ElfW(Shdr) *names = &sections[sections[i].sh_link];
    uint64_t count = sections[i].sh_size / sizeof(ElfW(Sym));
    if (!fits(sections[i].sh_offset, count, sizeof(ElfW(Sym)), length)) return 0;
    if (!fits(names->sh_offset, names->sh_size, 1, length) || names->sh_size == 0) return 0;
    if (bytes[names->sh_offset + names->sh_size - 1] != 0) return 0;
    const ElfW(Sym) *symbols = (const void *)(bytes + sections[i].sh_offset);
    for (uint64_t k = 0; k < count; k++) {
      const ElfW(Sym) *symbol = &symbols[k];
      if (ELF64_ST_TYPE(symbol->st_info) != STT_FUNC || symbol->st_name >= names->sh_size) continue;
      if (value < symbol->st_value || value - symbol->st_value >= symbol->st_size) continue;
      return demangled(bytes + names->sh_offset + symbol->st_name);
    }
  }
  return 0;
}

char *promise_tracing_copy_function_name(const void *address) {
  loaded_file file = {(uintptr_t)address, 0, 0};
  if (!dl_iterate_phdr(find_file, &file)) return 0;
  int descriptor = open(file.path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return 0;
  char *name = 0;
  struct stat status;
  if (fstat(descriptor, &status) == 0 && status.st_size > 0) {
    void *bytes = mmap(0, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (bytes != MAP_FAILED) {
      name = symbol_in(bytes, (uint64_t)status.st_size, file.address - file.load_bias);
      munmap(bytes, (size_t)status.st_size);
    }
  }
  close(descriptor);
  return name;
}

#elif defined(__APPLE__)
#include <dlfcn.h>

char *promise_tracing_copy_function_name(const void *address) {
  Dl_info info;
  return dladdr(address, &info) && info.dli_sname ? demangled(info.dli_sname) : 0;
}

#else
char *promise_tracing_copy_function_name(const void *address) { return 0; }
#endif

void promise_tracing_free(void *memory) { free(memory); }
