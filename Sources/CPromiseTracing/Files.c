// The files to which timelines are written.

#include "CPromiseTracing.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct promise_tracing_file *promise_tracing_open_file(const char *path) {
  return (struct promise_tracing_file *)fopen(path, "wb");
}

bool promise_tracing_write_file(struct promise_tracing_file *file, const uint8_t *bytes, intptr_t count) {
  return fwrite(bytes, 1, (size_t)count, (FILE *)file) == (size_t)count;
}

bool promise_tracing_close_file(struct promise_tracing_file *file) { return fclose((FILE *)file) == 0; }

const char *promise_tracing_last_error(void) { return strerror(errno); }

void promise_tracing_at_exit(void (*function)(void)) { atexit(function); }
