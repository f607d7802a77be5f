/// The promises that tests have canceled at their ends and that something still retains, such as a static property.
///
/// A later test that uses one of them finds it canceled.
final class CanceledPromises: Sendable {
  /// The promises of this process.
  static let shared = CanceledPromises()

  private let promises = Lock<[ForeignWait]>([])

  /// Adds those promises that the end of their test has rejected.
  func add(_ canceled: [AnyPromise]) {
    let new = canceled.filter(\.isRejected).map { ForeignWait($0) }
    if new.isEmpty { return }
    // Outside of the lock, because the check may release the last reference to a promise.
    let dead = promises.withLock { $0 }.filter { !$0.isAlive }
    let identifiers = Set(dead.map { ObjectIdentifier($0) })
    promises.withLock { promises in
      promises.removeAll { identifiers.contains(ObjectIdentifier($0)) }
      promises += new
    }
    withExtendedLifetime(dead) {}  // Until here, no other object has one of the identifiers.
  }

  /// Returns the promises that are still alive, without those of a test.
  func alive(without instrument: TestInstrument) -> [ForeignWait] {
    promises.withLock { $0 }.filter { $0.isAlive && !$0.belongs(to: instrument) }
  }
}
