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

  /// Returns the number of accounts.
  func count() -> Guarantee<Int> { .value(sums.count) }

  /// Closes an account.
  /// - Parameter index: The number of the account.
  func close(_ index: Int) -> Promise<Void> { sum(index).asVoid() }

  func settle() -> Guarantee<Void> { Guarantee() }

  func owner(_ index: Int) -> Promise<String?> { .value(index == 0 ? "owner" : nil) }

  func checked(_ index: Int) throws -> Promise<Int> {
    if index < 0 { throw Failure(text: "negative") }
    return sum(index)
  }

  static func make(named name: String = "main", completion: Int = 0) -> Promise<String> { .value("\(name) \(completion)") }
}
