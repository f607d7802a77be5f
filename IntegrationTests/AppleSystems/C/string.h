#include <stddef.h>
void *memset(void *, int, size_t);
size_t strlen(const char *);
char *strdup(const char *);
char *strerror(int);
