#if canImport(FoundationNetworking)
  /// The states of a transfer on Linux, which one or several tasks of Foundation carry out.
  ///
  /// | State | Task | What may be called on it |
  /// | --- | --- | --- |
  /// | starting | is being created | nothing; a cancellation is noted |
  /// | running | works, completes, or is about to ask for a decision | `cancel()` |
  /// | deciding | has been canceled, because it asked for a decision | nothing |
  /// | ended | has completed or been canceled | nothing |
  ///
  /// A task asks for a decision when it is redirected, and when the server asks for credentials. It traps if the decision
  /// arrives when it has been canceled or has timed out meanwhile, which cannot be ruled out, because this happens on a
  /// queue of Foundation. So no task ever receives a decision. The task that asks is canceled, which is safe in all its
  /// states, and the decision starts another one.
  struct TransferStateMachine<SessionTask: Sendable>: Sendable {
    private enum State: Sendable {
      case starting(isCanceled: Bool)
      case running(SessionTask)
      case deciding
      case ended
    }

    private var state = State.starting(isCanceled: false)
    /// The number of decisions so far, which is the number of the last one.
    private var decisionCount = 0

    /// A task has been created. Returns whether to resume it; otherwise, the transfer has ended, and the task must be
    /// canceled.
    mutating func didCreate(_ task: SessionTask) -> Bool {
      // A canceled start behaves as an end from now on.
      guard case .starting(isCanceled: false) = state else { return false }
      state = .running(task)
      return true
    }

    /// The task asks for a decision. Returns the number of the decision, or `nil` if it is not needed, because the
    /// transfer has ended; otherwise, the task must be canceled.
    mutating func willDecide() -> Int? {
      guard case .running = state else { return nil }
      state = .deciding
      decisionCount += 1
      return decisionCount
    }

    /// A decision has been made to start another task. Returns whether to create it; a decision may arrive twice, or too
    /// late.
    mutating func willContinue(_ decision: Int) -> Bool {
      guard case .deciding = state, decision == decisionCount else { return false }
      state = .starting(isCanceled: false)
      return true
    }

    /// The task has completed, or a decision has been made to end the transfer. Returns whether this is its end.
    ///
    /// - Parameter decision: The number of the decision, or `nil` if the task has completed.
    mutating func end(_ decision: Int? = nil) -> Bool {
      switch (state, decision) {
      case (.running, nil): break
      case (.deciding, let decision?) where decision == decisionCount: break
      default: return false
      }
      state = .ended
      return true
    }

    /// What follows a cancellation.
    enum Cancellation: Sendable {
      /// The transfer has ended now. The task, if any, must be canceled.
      case ended(SessionTask?)
      /// The transfer ends when its task has been created.
      case ends
      /// The transfer had ended, or been canceled, before.
      case none
    }

    /// The promise has been canceled, or the transfer has taken too long.
    mutating func cancel() -> Cancellation {
      switch state {
      case .starting(let isCanceled):
        state = .starting(isCanceled: true)
        return isCanceled ? .none : .ends
      case .running(let task):
        state = .ended
        return .ended(task)
      case .deciding:
        state = .ended
        return .ended(nil)
      case .ended: return .none
      }
    }
  }
#endif
