#ifndef CPROMISETESTINGLOADER_H
#define CPROMISETESTINGLOADER_H

/// Does nothing. A reference to it makes a static linker include the object file whose initializer registers PromiseTesting.
void promise_testing_link_loader(void);

#endif
