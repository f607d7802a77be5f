char *getenv(const char *);
