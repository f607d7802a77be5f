#ifndef CPROMISETESTINGLOADER_H
#define CPROMISETESTINGLOADER_H

/// Does nothing. A reference to this function makes a static linker include the object file with the initializer that
/// registers PromiseTesting.
void promise_testing_link_loader(void);

#endif
