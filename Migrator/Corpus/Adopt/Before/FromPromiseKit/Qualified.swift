import PromiseKit

/// A type whose name hides that of the library inside of it. The text "PromiseKit.Promise" is not a name.
enum Loader {
  enum Result: String { case fulfilled, rejected, pending }

  static func load(_ number: Int) -> PromiseKit.Promise<Int> { PromiseKit.Promise.value(number) }

  static func state(_ result: Result) -> String {
    switch result {
    case .fulfilled: return "done"
    case .rejected: return "failed"
    case .pending: return "pending"
    }
  }
}

extension PromiseKit.Result where T == Int {
  /// The number, or zero.
  var number: T {
    switch self {
    case .fulfilled(let number): return number
    case .rejected: return 0
    }
  }
}

extension PromiseKit.Result {
  func describe<U>(_ transform: (T) -> U) -> String {
    guard case let .fulfilled(value) = self else { return "rejected" }
    return "\(transform(value))"
  }
}

func sum(_ results: [PromiseKit.Result<Int>]) -> Int { results.reduce(0) { $0 + $1.number } }

func qualified(_ lines: Lines) {
  PromiseKit.when(resolved: [Loader.load(1), Loader.load(2), .init(error: Failure.small)]).done { results in
    lines.print("PromiseKit.Result", sum(results), "\(PromiseKit.Result<Int>.fulfilled(4).number)")
    lines.print(results.map { $0.describe { $0 + 1 } })
    lines.print(Loader.state(.fulfilled), Loader.state(.pending))
    lines.end()
  }
}
