// At the top of a program the promise is meant, not the `async` function, unless the type says otherwise.
import PromiseConcurrency

func load() -> Promise<Int> { .value(1) }
func load() async throws -> Int { 1 }

// expected-warning@+1 {{no 'async' operations occur within 'await' expression}}
_ = await load()
let count: Int = try await load()
