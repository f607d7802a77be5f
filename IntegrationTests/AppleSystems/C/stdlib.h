char *getenv(const char *);
void free(void *);
