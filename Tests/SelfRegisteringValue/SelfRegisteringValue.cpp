#include "SelfRegisteringValue.h"

static_assert(sizeof(SelfRegisteringValue) == 8, "It would fit into a promise.");
