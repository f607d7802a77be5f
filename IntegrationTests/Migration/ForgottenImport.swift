// A file that imports only PromiseCore, but creates a promise from an async function, awaits a promise, or uses an old name.
//
// verify: -swift-version 6
// verify: -swift-version 5
import PromiseCore

func load() async throws -> Int { 1 }

func promise() -> Promise<Int> {
  Promise { try await load() }  // expected-warning {{Add `import PromiseConcurrency` to create a promise from an async function.}}
}

func chain() {
  Promise { try await load() }  // expected-warning {{Add `import PromiseConcurrency` to create a promise from an async function.}}
    .done { print($0 + 1) }.cauterize()
}

func wait() async throws {
  _ = try await Promise.value(1).get()  // expected-error {{'get()' is unavailable: Add `import PromiseConcurrency` to wait for a promise.}}
  _ = await Guarantee.value(1).get()  // expected-error {{'get()' is unavailable: Add `import PromiseConcurrency` to wait for a guarantee.}}
}

func wait<T: Thenable>(for thenable: T) async throws -> T.Value {
  try await thenable.promise.get()  // expected-error {{'get()' is unavailable: Add `import PromiseConcurrency` to wait for a promise.}}
}

func looks() async -> Promise<Int> { Promise.value(1).get { print($0) } }

// A name of google/promises without its vocabulary.
func oldName() {
  promise().always {}  // expected-error {{value of type 'Promise<Int>' has no member 'always'}}
}
