@_spi(PromiseKit) import PromiseKitVocabulary

/// A type whose name hides that of the library inside of it. The text "PromiseKit.Promise" is not a name.
enum Loader {
  enum Result: String { case fulfilled, rejected, pending }

  static func load(_ number: Int) -> PromiseCore.Promise<Int> { PromiseCore.Promise.value(number) }

  static func state(_ result: Result) -> String {
    switch result {
    case .fulfilled: return "done"
    case .rejected: return "failed"
    case .pending: return "pending"
    }
  }
}

extension Result where Failure == any Error, Success == Int {
  /// The number, or zero.
  var number: Success {
    switch self {
    case .success(let number): return number
    case .failure: return 0
    }
  }
}

extension Result where Failure == any Error {
  func describe<U>(_ transform: (Success) -> U) -> String {
    guard case let .success(value) = self else { return "rejected" }
    return "\(transform(value))"
  }
}

func sum(_ results: [Result<Int, any Error>]) -> Int { results.reduce(0) { $0 + $1.number } }

func qualified(_ lines: Lines) {
  PromiseKitVocabulary.when(resolved: [Loader.load(1), Loader.load(2), .init(error: Failure.small)]).done { results in
    lines.print("PromiseKit.Result", sum(results), "\(Result<Int, any Error>.fulfilled(4).number)")
    lines.print(results.map { $0.describe { $0 + 1 } })
    lines.print(Loader.state(.fulfilled), Loader.state(.pending))
    lines.end()
  }
}
