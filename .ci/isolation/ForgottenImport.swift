// A file that only imports PromiseCore, and makes a promise of an async function.
import PromiseCore

func load() async throws -> Int { 1 }

func promise() -> Promise<Int> {
  Promise { try await load() }  // expected-warning {{import PromiseConcurrency to make a promise of an async function}}
}

func chain() {
  Promise { try await load() }  // expected-warning {{import PromiseConcurrency to make a promise of an async function}}
    .done { print($0 + 1) }.cauterize()
}
