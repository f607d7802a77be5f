// Reports an unhandled rejection and an abandoned promise.

import PromiseCore

struct Offline: Error {}

PromiseDiagnostics.handler = { event in print(event) }

_ = Promise<Int>(error: Offline()).map(on: nil) { $0 + 1 }
_ = Promise<Int> { _ in /* the resolver is dropped */ }
