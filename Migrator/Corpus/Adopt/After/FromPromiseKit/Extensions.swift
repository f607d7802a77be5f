@_spi(PromiseKit) import PromiseKitVocabulary

extension Promise {
  func logged(_ name: String, to lines: Lines) -> Promise<Value> {
    get { value in lines.print(name, value as Value) }
  }
}

public extension Thenable where Value: Sequence {
  /// The number of elements.
  func count() -> Promise<Int> { promise.map { $0.reduce(0) { count, _ in count + 1 } } }
}

extension Thenable {
  // This `T` is the parameter of the function.
  func cast<T>(to type: T.Type) -> Promise<T?> { promise.map { $0 as? T } }
}

/// Returns the value of a thenable twice.
public func twice<U: Thenable>(_ thenable: U) -> Promise<[U.Value]> { thenable.promise.map { [$0, $0] } }

func outcome(_ result: Result<Int, any Error>) -> String {
  if case .success(1) = result { return "one" }
  return result.isRejected ? "rejected" : "another"
}

func extensions(_ lines: Lines) {
  lines.print(outcome(.fulfilled(1)), outcome(.fulfilled(2)), outcome(.rejected(Failure.small)))
  twice(Promise.value("a")).logged("twice", to: lines).count().cast(to: Int.self).done { count in
    lines.print(count ?? 0)
  }.catch { error in
    lines.print(error)
  }.finally {
    lines.end()
  }
}
