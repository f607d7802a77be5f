/// The observer of a combinator in the lists of its inputs.
final class InputObserver: _PromiseObserver, @unchecked Sendable {
  // Adds constants.

  /// Called when an input has come to rest. Returns whether the combinator used the outcome.
  typealias React = @Sendable (_ input: AnyPromise, InputOutcome, Trampoline) -> Bool

  private let combined: AnyPromise
  private let reportsLateErrors: Bool
  private let react: React

  /// - Parameters:
  ///   - combined: The combinator's promise.
  ///   - reportsLateErrors: Whether an error that the combinator does not use counts as unobserved.
  ///   - react: Called once for each input.
  init(for combined: AnyPromise, reportsLateErrors: Bool, _ react: @escaping React) {
    self.combined = combined
    self.reportsLateErrors = reportsLateErrors
    self.react = react
  }

  override func receive(_ source: AnyPromise, in trampoline: Trampoline) -> Disposition {
    let isUsed = react(source, InputOutcome(of: source), trampoline)
    // A combinator that was canceled, or that has canceled its losers, does not see what becomes of those that others want.
    if isUsed || !(reportsLateErrors || source.isRejected && combined.isCancelRequested) { source.markObserved() }
    return .done
  }

  override var isStale: Bool { combined.isSettled }
}

extension AnyPromise {
  /// Makes this promise, which is a combinator's, a consumer of all its inputs.
  ///
  /// - Parameters:
  ///   - inputs: What is waited for. Canceling this promise cancels those that have no other consumer.
  ///   - reportsLateErrors: Whether an error that the combinator does not use counts as unobserved; by default one error is
  ///     enough, and the others are known to the combinator.
  ///   - react: Called once for each input when it has come to rest. Returns whether the combinator used its outcome.
  @usableFromInline
  package final func observeAll(
    _ inputs: [AnyPromise], reportsLateErrors: Bool = false,
    _ react: @escaping @Sendable (AnyPromise, InputOutcome, Trampoline) -> Bool
  ) {
    let trampoline = Trampoline.enter()
    let observer = InputObserver(for: self, reportsLateErrors: reportsLateErrors, react)  // one, in many lists
    for input in inputs { input.attach(observer, in: trampoline) }
    // After attaching: a consumer must register before it can depart.
    addTarget(.inputs(CombinatorInputs(inputs, reportsLateErrors: reportsLateErrors)), in: trampoline)
    trampoline.leave()
  }

  /// Attaches a combinator to this input of it.
  ///
  /// - Parameters:
  ///   - combined: The combinator's promise.
  ///   - reportsLateErrors: Whether an error that the combinator does not use counts as unobserved.
  ///   - react: Called once when the input has come to rest. Returns whether the combinator used its outcome.
  final func observe(
    for combined: AnyPromise, reportsLateErrors: Bool = false, in trampoline: Trampoline,
    _ react: @escaping InputObserver.React
  ) { attach(InputObserver(for: combined, reportsLateErrors: reportsLateErrors, react), in: trampoline) }
}
