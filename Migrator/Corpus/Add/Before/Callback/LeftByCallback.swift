import PromiseConcurrency

struct LeftHere {
  var value = 0

  init(_ value: Int) async throws { self.value = value }

  mutating func change() async throws -> Int {
    value += 1
    return value
  }

  func list(_ values: Int...) -> Promise<Int> { .value(values.count) }

  func stream() async -> Promise<Int> { .value(1) }

  // The handler of the existing form has an unusual name.
  func known() -> Promise<Int> { .value(1) }
  func known(then: @escaping (Int) -> Void) { then(1) }
}
