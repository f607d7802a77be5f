#include "CPromiseCore.h"

#include <pthread.h>

_Thread_local void *promise_core_thread_object;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static void (*release_object)(void *);

// Both a thread-local variable and a key hold the object: the variable is faster to read, and the key has a destructor.
static void thread_ends(void *object) {
  promise_core_thread_object = 0;
  __atomic_load_n(&release_object, __ATOMIC_ACQUIRE)(object);
}

static void create_key(void) { pthread_key_create(&key, thread_ends); }

void promise_core_set_thread_object(void *object, void (*release)(void *)) {
  __atomic_store_n(&release_object, release, __ATOMIC_RELEASE);
  pthread_once(&once, create_key);
  pthread_setspecific(key, object);
  promise_core_thread_object = object;
}
