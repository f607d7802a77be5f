import Dispatch
import PromiseConcurrency

// What the generated functions call. Each call that can fail, or that could run at another time, is logged.

struct Item: Sendable { var id: Int, name: String }

func note(_ line: String) { Scenario.shared.add(line) }

/// Returns another number each time, so that the order of evaluation shows.
func tick() -> Int { Scenario.shared.next() }

let isMainQueue = DispatchSpecificKey<Bool>()

func thread() { note(DispatchQueue.getSpecific(key: isMainQueue) == true ? "on main" : "not on main") }

private func error(_ kind: Kind, _ number: Int) -> (any Error)? {
  switch kind {
  case .none, .hang: nil
  case .bad: Failure.bad(number)
  case .worse: Failure.worse
  case .promiseCanceled: PromiseError.cancelled
  case .taskCanceled: CancellationError()
  }
}

private func promise<T: Sendable>(_ name: String, _ x: Int, _ value: T) -> Promise<T> {
  let (kind, isLate) = Scenario.shared.call(name, x)
  return Promise { seal in
    seal.onCancel { note("cancel \(name) \(x)") }
    let settle: @Sendable () -> Void = {
      if kind == .hang {
        Scenario.shared.hang()
        seal.onCancel { seal.reject(CancellationError()) }
      } else if let error = error(kind, x) {
        seal.reject(error)
      } else {
        seal.fulfill(value)
      }
    }
    if isLate { DispatchQueue.main.async(execute: settle) } else { settle() }
  }
}

private func guarantee<T: Sendable>(_ name: String, _ x: Int, _ value: T) -> Guarantee<T> {
  let isLate = Scenario.shared.call(name, x).isLate
  return Guarantee { seal in
    if isLate { DispatchQueue.main.async { seal(value) } } else { seal(value) }
  }
}

// MARK: - Promises

func load(_ x: Int) -> Promise<Int> { promise("load", x, x + 1) }
func count(_ x: Int) -> Promise<Int> { promise("count", x, x * 2) }
func total(of x: Int) -> Promise<Int> { promise("total", x, x + 10) }
func echo<T: Sendable>(_ x: T) -> Promise<T> { promise("echo", 0, x) }
func text(_ x: Int) -> Promise<String> { promise("text", x, "t\(x)") }
func name(of x: Int) -> Promise<String> { promise("name", x, "n\(x)") }
func list(_ x: Int) -> Promise<[Int]> { promise("list", x, [x, x + 1]) }
func save(_ x: Int) -> Promise<Void> { promise("save", x, ()) }
func store(id: Int) -> Promise<Void> { promise("store", id, ()) }
func item(_ x: Int) -> Promise<Item> { promise("item", x, Item(id: x, name: "i\(x)")) }
func find(_ x: Int) -> Promise<Int?> { promise("find", x, x > 2 ? x : nil) }
func ratio(_ x: Int) -> Promise<Double> { promise("ratio", x, Double(x) / 2) }
func pair(_ x: Int) -> Promise<(Int, Int)> { promise("pair", x, (x, x + 1)) }
func isEven(_ x: Int) -> Promise<Bool> { promise("isEven", x, x % 2 == 0) }
func cached(_ x: Int) -> Promise<Int>? { x > 3 ? promise("cached", x, x) : nil }
func repeated(_ times: Int, _ body: @escaping () -> Promise<Int>) -> Promise<Int> { body() }

enum Store {
  struct Entry: Sendable { var id: Int }

  static func fetch(_ x: Int) -> Promise<Int> { promise("fetch", x, x - 1) }
  static func entry(_ x: Int) -> Promise<Entry> { promise("entry", x, Entry(id: x)) }
}

struct Box { func open(_ x: Int) -> Promise<Int> { promise("open", x, x + 7) } }

func box(_ x: Int) -> Box? { x > 2 ? Box() : nil }

func sure(_ x: Int) -> Guarantee<Int> { guarantee("sure", x, x + 3) }
func pause(_ x: Int) -> Guarantee<Void> { guarantee("pause", x, ()) }
func title(_ x: Int) -> Guarantee<String> { guarantee("title", x, "T\(x)") }

// MARK: - Values

func check(_ x: Int) throws {
  if let error = error(Scenario.shared.call("check", x).kind, x) { throw error }
}

func checked(_ x: Int) throws -> Int {
  try check(x)
  return x
}

func twice(_ x: Int) -> Int {
  note("twice \(x)")
  return x * 2
}

func label(_ x: Int) -> String {
  note("label \(x)")
  return "l\(x)"
}

func parse(_ x: Int) -> Int? { x % 3 == 0 ? nil : x }
func apply(_ x: Int, _ body: (Int) -> Int) -> Int { body(x) }

func fetch(_ x: Int, completion: @escaping @Sendable (Int?, (any Error)?) -> Void) {
  let error = error(Scenario.shared.call("callback", x).kind, x)
  completion(error == nil ? x + 5 : nil, error)
}
