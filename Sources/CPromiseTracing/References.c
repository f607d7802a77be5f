// References that do not retain.

#include "CPromiseTracing.h"

// Part of the binary interface of Swift's runtime, in which weak references are implemented with it. A `weak` variable would
// give the object a side table, which makes each later retain and release of it slower.
extern void *swift_tryRetain(void *object);

void *promise_tracing_try_retain(void *object) { return swift_tryRetain(object); }
