/// The observer that a combinator attaches to its inputs.
///
/// One observer serves all inputs of `observeAll`, so `receive` may run on several threads at once, once for each
/// input. It has no handler: it answers every outcome with `done`, after `react` has settled the combined promise or
/// changed the state of the combinator, which guards that state itself.
///
/// Every pending input retains the observer, and the observer retains the combined promise. The combined promise
/// retains the inputs as cancellation targets until it settles. The observer is stale from then on, so an input that
/// continues for other consumers may drop it.
final class InputObserver: PromiseObserver, @unchecked Sendable {
  /// The number of inputs that may still settle, combined with a bit that is set when an input never settles.
  ///
  /// This must be the first stored property, as `AtomicInteger` requires. When only the bit is left, every input has
  /// been counted and at least one was lost: the combined promise is then abandoned, unless it has settled.
  private var missing: Int
  /// The first input that was found never to settle.
  ///
  /// The thread that sets the bit writes it before it counts the input. The thread that counts the last input reads it.
  private var lost: AnyPromise?

  /// The bit of `missing` that is set when an input never settles.
  private static let hasLostInput = Int.min

  /// Called when an input is settled or abandoned. Returns whether the combinator used the outcome. The closure must not
  /// retain the combined promise if that is a guarantee.
  typealias React =
    @Sendable (_ combined: AnyPromise, _ input: AnyPromise, InputOutcome, Trampoline) -> Bool

  /// The combinator's promise.
  private let combined: AnyPromise
  /// Whether an error that the combinator does not use counts as unobserved.
  private let reportsLateErrors: Bool
  private let react: React
  private let neverSettles: NeverSettles?

  /// Called when an input stays pending permanently.
  typealias NeverSettles = @Sendable (_ input: AnyPromise, Trampoline) -> Void

  /// Creates the observer of a combinator.
  ///
  /// - Parameters:
  ///   - combined: The combinator's promise.
  ///   - count: The number of inputs.
  ///   - reportsLateErrors: Whether an error that the combinator does not use counts as unobserved.
  ///   - neverSettles: Called instead of `react` for an input that stays pending permanently. If it is `nil`, the
  ///     combined promise stays pending as well, unless it has settled when the last input is counted.
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
      let isUsed = react(combined, source, InputOutcome(of: source), trampoline)
      // A combinator that was canceled, or that has canceled its losers, does not observe an input that has another
      // consumer.
      if isUsed || !(reportsLateErrors || source.isRejected && combined.isCancelRequested) { source.markObserved() }
    }
    // The input is counted after `react`, so that the last one can settle the combined promise before it is abandoned.
    if AtomicInteger.add(-1, in: self) == Self.hasLostInput + 1, let lost {
      combined.abandon(with: lost, in: trampoline)
    }
    return .done
  }

  override var isStale: Bool { combined.isSettled }

  override func weakened() -> Observer? {
    combined.isCanceledGuarantee ? .object(WeakInputObserver(for: combined, react)) : nil
  }

  override var waitingParty: WaitingParty { .promise(combined) }
}

/// The observer of an input of a guarantee that was canceled, which the input does not retain.
private final class WeakInputObserver: PromiseObserver, @unchecked Sendable {
  private let combined: WeakPromise
  private let react: InputObserver.React

  init(for combined: AnyPromise, _ react: @escaping InputObserver.React) {
    self.combined = WeakPromise(combined)
    self.react = react
  }

  override func receive(_ source: AnyPromise, in trampoline: Trampoline) -> Disposition {
    // If an input never settles, neither does the guarantee.
    if let combined = combined.promise, !source.neverSettles,
      react(combined, source, InputOutcome(of: source), trampoline)
    {
      source.markObserved()
    }
    return .done
  }

  override var isStale: Bool { false }  // unreachable: The list asks for the promise instead.

  override var weakReference: WeakPromise? { combined }
}

extension AnyPromise {
  /// Makes this promise, the promise of a combinator, a consumer of all of its inputs.
  ///
  /// - Parameters:
  ///   - inputs: The inputs. Canceling this promise cancels those that have no other consumer.
  ///   - reportsLateErrors: Whether an error that the combinator does not use counts as unobserved. By default it does
  ///     not, because the combinator has seen it.
  ///   - react: Called once for each input that is settled or abandoned, with this promise and the input. Returns whether
  ///     the combinator used its outcome. It must not retain this promise if that is a guarantee.
  /// - Complexity: O(*n*) in the number of inputs.
  @usableFromInline
  package func observeAll(
    _ inputs: [AnyPromise], reportsLateErrors: Bool = false,
    _ react: @escaping @Sendable (AnyPromise, AnyPromise, InputOutcome, Trampoline) -> Bool
  ) {
    let trampoline = Trampoline.enter()
    // One observer serves the observer lists of all inputs.
    let observer = InputObserver(for: self, count: inputs.count, reportsLateErrors: reportsLateErrors, react)
    for input in inputs { input.attach(.object(observer), in: trampoline) }
    // The target is added after the observer, because a consumer must register before it can depart.
    addTarget(.inputs(CombinatorInputs(inputs, reportsLateErrors: reportsLateErrors)), in: trampoline)
    trampoline.leave()
  }

  /// Attaches a combinator to this promise, which is one of its inputs.
  ///
  /// - Parameters:
  ///   - combined: The combinator's promise.
  ///   - reportsLateErrors: Whether an error that the combinator does not use counts as unobserved.
  ///   - neverSettles: Called instead of `react` if the input stays pending permanently. If it is `nil`, the combined
  ///     promise stays pending as well.
  ///   - react: Called once when the input is settled or abandoned, with `combined` and the input. Returns whether the
  ///     combinator used its outcome. It must not retain `combined` if that is a guarantee.
  func observe(
    for combined: AnyPromise, reportsLateErrors: Bool = false, in trampoline: Trampoline,
    neverSettles: InputObserver.NeverSettles? = nil, _ react: @escaping InputObserver.React
  ) {
    let observer = InputObserver(
      for: combined, count: 1, reportsLateErrors: reportsLateErrors, neverSettles: neverSettles, react)
    attach(.object(observer), in: trampoline)
  }
}
