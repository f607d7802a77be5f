/// The observer of a combinator in the lists of its inputs.
final class InputObserver: _PromiseObserver, @unchecked Sendable {
  /// The number of inputs that may still settle, and the bit that says that one never settles.
  private var missing: Int
  /// The first input that is found never to settle. Set by the thread that sets the bit, before it counts the input; read by the
  /// thread that counts the last one.
  private var lost: AnyPromise?

  private static let hasLostInput = Int.min

  /// Called when an input has come to rest. Returns whether the combinator used the outcome.
  typealias React = @Sendable (_ input: AnyPromise, InputOutcome, Trampoline) -> Bool

  private let combined: AnyPromise
  private let reportsLateErrors: Bool
  private let react: React
  private let neverSettles: NeverSettles?

  /// Called when an input stays pending permanently.
  typealias NeverSettles = @Sendable (_ input: AnyPromise, Trampoline) -> Void

  /// - Parameters:
  ///   - combined: The combinator's promise.
  ///   - count: The number of inputs.
  ///   - reportsLateErrors: Whether an error that the combinator does not use counts as unobserved.
  ///   - neverSettles: Called in place of `react` for an input that stays pending permanently. `nil` means that the combined
  ///     promise stays pending as well, if it is pending when no input can settle any more.
  ///   - react: Called once for each input.
  init(
    for combined: AnyPromise, count: Int, reportsLateErrors: Bool, neverSettles: NeverSettles? = nil,
    _ react: @escaping React
  ) {
    self.combined = combined
    missing = count
    self.neverSettles = neverSettles
    self.reportsLateErrors = reportsLateErrors
    self.react = react
  }

  override func receive(_ source: AnyPromise, in trampoline: Trampoline) -> Disposition {
    if source.neverSettles {
      if let neverSettles {
        neverSettles(source, trampoline)
      } else if AtomicInteger.setBits(Self.hasLostInput, in: self) & Self.hasLostInput == 0 {
        lost = source
      }
    } else {
      let isUsed = react(source, InputOutcome(of: source), trampoline)
      // A combinator that was canceled, or that has canceled its losers, does not see an input that has another consumer.
      if isUsed || !(reportsLateErrors || source.isRejected && combined.isCancelRequested) { source.markObserved() }
    }
    // After `react`, so that the last input can settle the combined promise before it is given up.
    if AtomicInteger.add(-1, in: self) == Self.hasLostInput + 1, let lost {
      combined.abandon(with: lost, in: trampoline)
    }
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
    // One observer for the lists of all inputs.
    let observer = InputObserver(for: self, count: inputs.count, reportsLateErrors: reportsLateErrors, react)
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
  ///   - neverSettles: Called in place of `react` if the input stays pending. `nil` means that the combined promise does as well.
  ///   - react: Called once when the input has come to rest. Returns whether the combinator used its outcome.
  final func observe(
    for combined: AnyPromise, reportsLateErrors: Bool = false, in trampoline: Trampoline,
    neverSettles: InputObserver.NeverSettles? = nil, _ react: @escaping InputObserver.React
  ) {
    let observer = InputObserver(
      for: combined, count: 1, reportsLateErrors: reportsLateErrors, neverSettles: neverSettles, react)
    attach(observer, in: trampoline)
  }
}
