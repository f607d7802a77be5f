int *__error(void);
#define errno (*__error())
#define EINTR 4
