// At the top level of a program, a call creates a promise rather than calling the `async` function, unless the type
// requires it.
//
// verify: -swift-version 6
import PromiseConcurrency

func load() -> Promise<Int> { .value(1) }
func load() async throws -> Int { 1 }

// expected-warning@+1 {{no 'async' operations occur within 'await' expression}}
_ = await load()
let count: Int = try await load()
