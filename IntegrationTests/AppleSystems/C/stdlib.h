char *getenv(const char *);
void free(void *);
void *calloc(unsigned long, unsigned long);
void abort(void);
int atexit(void (*)(void));
