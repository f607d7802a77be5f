import PromiseConcurrency

// Every function in this file is left alone; the tests know the reasons.

class Left {
  var observers: [(Int) -> Void] = []

  init(_ id: Int, completion: @escaping (Error?) -> Void) { completion(nil) }

  init(_ id: Int) async throws {}

  // Called for each event.
  func observe(handler: @escaping (Int) -> Void) { observers.append(handler) }

  func start(onUpdate callback: @escaping (Int) -> Void) { observers.append(callback) }

  func addObserver(_ callback: @escaping (Result<Int, Error>) -> Void) {}

  func two(success: @escaping (Int) -> Void, failure: @escaping (Error) -> Void) { success(1) }

  func both(completion: @escaping (Int) -> Void, errorHandler: @escaping (Error?) -> Void) { completion(1) }

  func shapeless(completion: @escaping (Error?, Int, Int) -> Void) { completion(nil, 1, 2) }

  func closure(completion: @escaping (@escaping () -> Void) -> Void) { completion {} }

  func ticket(completion: @escaping (Int) -> Void) -> Ticket {
    completion(1)
    return Ticket(number: 1)
  }

  func several(_ numbers: Int..., completion: @escaping (Int) -> Void) { completion(numbers.count) }

  func unnamed(_: Int, completion: @escaping (Int) -> Void) { completion(1) }

  @available(*, deprecated, message: "gone")
  func old(completion: @escaping (Int) -> Void) { completion(1) }

  func size() -> Int { 1 }
  func size(completion: @escaping (Int) -> Void) { completion(1) }

  func twice(completion: @escaping (Int) -> Void) { completion(1) }

  func webView(_ webView: WebView, decidePolicyFor action: Int, decisionHandler: @escaping (Int) -> Void) {
    decisionHandler(1)
  }

  func nested() async throws -> Promise<Int> { .value(1) }

  func opaque() async throws -> some Sequence<Int> { [1] }

  func change(_ number: inout Int) async throws { number += 1 }

  func apply(_ body: () -> Int) async throws -> Int { body() }

  func isolated(_ actor: isolated (any Actor)? = #isolation) async throws -> Int { 1 }

  func itself() async throws -> Self { self }
}

// Not completion handlers, and not functions that others call.
extension Left {
  func forEach(_ body: (Int) -> Void) { body(1) }
  func transform(_ body: @escaping (Int) -> Int) {}
  static func + (left: Left, right: Left) async -> Int { 1 }
  func outer() {
    func inner(completion: @escaping (Int) -> Void) { completion(1) }
    inner { _ in }
  }
}

extension Left {
  func twice() -> Promise<Int> { wrap { handler in twice(completion: handler) } }
}

class WebView {}

struct Counter {
  var count = 0
  mutating func increment() async throws -> Int {
    count += 1
    return count
  }
}

func pack<each T>(_ value: repeat each T, completion: @escaping (Int) -> Void) { completion(1) }

func shadowed(_ shadowed: Int, completion: @escaping (Int) -> Void) { completion(shadowed) }
