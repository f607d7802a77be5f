#include <stddef.h>
#define STDERR_FILENO 2
long write(int, const void *, size_t);
