typedef struct { long sig; char opaque[8]; } pthread_once_t;
typedef unsigned long pthread_key_t;
#define PTHREAD_ONCE_INIT {0x30B1BCBA, {0}}
int pthread_once(pthread_once_t *, void (*)(void));
int pthread_key_create(pthread_key_t *, void (*)(void *));
int pthread_setspecific(pthread_key_t, const void *);
int pthread_main_np(void);

typedef struct { long sig; char opaque[56]; } pthread_mutex_t;
#define PTHREAD_MUTEX_INITIALIZER {0x32AAABA7, {0}}
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);

typedef struct _opaque_pthread_t *pthread_t;
pthread_t pthread_self(void);
unsigned int pthread_mach_thread_np(pthread_t);
int pthread_threadid_np(pthread_t, unsigned long long *);
