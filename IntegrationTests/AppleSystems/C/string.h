#include <stddef.h>
void *memset(void *, int, size_t);
size_t strlen(const char *);
char *strdup(const char *);
int strcmp(const char *, const char *);
char *strerror(int);
