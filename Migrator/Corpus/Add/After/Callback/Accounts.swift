import PromiseCore

/// Sums.
public class Accounts {
  private let sums = [3, 4]

  public init() {}

  /// Returns a sum.
  ///
  /// - Parameters:
  ///   - index: The number of the account.
  /// - Returns: The sum of the account,
  ///   in the smallest unit.
  open func sum(_ index: Int) -> Promise<Int> {
    sums.indices.contains(index) ? .value(sums[index]) : Promise(error: Failure(text: "no account"))
  }

  /// Returns a sum.
  ///
  /// - Parameters:
  ///   - index: The number of the account.
  ///   - completion: Called with the result.
  public func sum(_ index: Int, completion: @escaping @Sendable (Result<Int, any Error>) -> Void) {
    sum(index).complete(completion)
  }

  /// Returns the number of accounts.
  func count() -> Guarantee<Int> { .value(sums.count) }

  /// Returns the number of accounts.
  ///
  /// - Parameter completion: Called with the result.
  func count(completion: @escaping @Sendable (Int) -> Void) {
    count().done(completion)
  }

  /// Closes an account.
  /// - Parameter index: The number of the account.
  func close(_ index: Int) -> Promise<Void> { sum(index).asVoid() }

  /// Closes an account.
  /// - Parameter index: The number of the account.
  /// - Parameter completion: Called with the result.
  func close(_ index: Int, completion: @escaping @Sendable (Result<Void, any Error>) -> Void) {
    close(index).complete(completion)
  }

  func settle() -> Guarantee<Void> { Guarantee() }

  func settle(completion: @escaping @Sendable () -> Void) {
    settle().done(completion)
  }

  func owner(_ index: Int) -> Promise<String?> { .value(index == 0 ? "owner" : nil) }

  func owner(_ index: Int, completion: @escaping @Sendable (Result<String?, any Error>) -> Void) {
    owner(index).complete(completion)
  }

  func checked(_ index: Int) throws -> Promise<Int> {
    if index < 0 { throw Failure(text: "negative") }
    return sum(index)
  }

  func checked(_ index: Int, completion: @escaping @Sendable (Result<Int, any Error>) -> Void) throws {
    try checked(index).complete(completion)
  }

  static func make(named name: String = "main", completion: Int = 0) -> Promise<String> { .value("\(name) \(completion)") }

  static func make(
    named name: String = "main",
    completion: Int = 0,
    completionHandler: @escaping @Sendable (Result<String, any Error>) -> Void
  ) {
    make(named: name, completion: completion).complete(completionHandler)
  }
}
