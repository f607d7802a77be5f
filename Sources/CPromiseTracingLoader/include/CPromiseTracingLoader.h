#ifndef CPROMISETRACINGLOADER_H
#define CPROMISETRACINGLOADER_H

/// Does nothing. A reference to this function makes a static linker include the object file with the initializer that
/// registers PromiseTracing.
void promise_tracing_link_loader(void);

#endif
