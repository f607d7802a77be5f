/// A wait of a test for a promise that belongs to another test, such as one that a static property keeps, or to no test.
///
/// It does not retain the promise, but the function that ends the wait may.
final class ForeignWait: @unchecked Sendable, CustomStringConvertible {
  private let reference: WeakPromise
  private var promise: AnyPromise? { reference.promise }
  /// What to do about a promise that several tests share.
  static let remedy = "create a new promise in each test, instead of one that several tests share"

  /// Whether the promise belongs to another test, and not to the code that called `withPromises` in this one.
  let isOfTest: Bool
  /// The creation site of the promise, what it belongs to, and whether it may wait for a clock that nothing advances.
  let description: String

  /// Ends the wait, or `nil` if it cannot end before the promise settles.
  private let interrupt: (@Sendable () -> Void)?
  private let hasEnded = OnceFlag()

  /// Creates a wait.
  ///
  /// - Parameters:
  ///   - promise: The promise.
  ///   - waiting: The instrument of the run that waits, or `nil` if none does.
  ///   - interrupt: Ends the wait, or `nil` if it cannot end before the promise settles.
  init(_ promise: AnyPromise, by waiting: TestInstrument? = nil, _ interrupt: (@Sendable () -> Void)? = nil) {
    reference = WeakPromise(promise)
    self.interrupt = interrupt
    let owner = promise.context?.testInstrument
    let isOfOuterRun = owner.map { waiting?.isNested(in: $0) ?? false } ?? false
    isOfTest = owner != nil && !isOfOuterRun
    let subject =
      isOfOuterRun
      ? "of the code around `withPromises`"
      : owner.map { "of test \($0.reporter?.testName ?? "(unknown)")" } ?? "that belongs to no test"
    description =
      "a promise \(subject), created at \(promise.creationSiteDescription)"
      + (owner?.clock == nil ? "" : ", which uses the manual clock of that \(isOfTest ? "test" : "code")")
  }

  /// Ends the wait, if that is possible.
  func end() { if hasEnded.claim() { interrupt?() } }

  /// Whether the promise has not been deallocated.
  var isAlive: Bool { promise != nil }

  /// Returns whether the promise belongs to a test.
  func belongs(to instrument: TestInstrument) -> Bool { promise?.context?.testInstrument === instrument }

  /// Whether the promise is pending.
  var isPending: Bool { promise?.maySettle ?? false }

  /// Whether the promise may have been rejected because its test has ended: it was canceled, or does not exist anymore.
  var mayBeCanceled: Bool { isOfTest && promise?.isRejected ?? true }
}
