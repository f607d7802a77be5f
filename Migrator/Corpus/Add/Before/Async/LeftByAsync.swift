import PromiseConcurrency

class SystemView {
  func animate(handler: @escaping (Bool) -> Void) { handler(true) }
}

class LeftAlone {
  func register(callback: @escaping (Int) -> Void) {}

  func setHandler(_ handler: @escaping (Int) -> Void) {}

  func token(completion: @escaping (Int) -> Void) -> Int {
    completion(1)
    return 1
  }

  func all(_ list: Int..., in other: String) -> Promise<Int> { .value(list.count) }

  init?(completion: @escaping (Error?) -> Void) {}

  func names() -> [String] { [] }
  func names() -> Promise<[String]> { .value([]) }
}
