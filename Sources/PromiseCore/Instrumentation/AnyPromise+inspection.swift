extension AnyPromise {
  /// Calls `body` with what waits for the outcome and the executor of its handler, under the lock, if the promise is
  /// pending.
  ///
  /// - Returns: Whether the promise was canceled, or `nil` if it is not pending.
  package func readPending(_ body: (WaitingParty, HandlerExecutor) -> Void) -> Bool? {
    withState { state in
      guard state.isPending else { return nil }
      for observer in state.allObservers where !observer.isStale { body(observer.waitingParty, observer.executor) }
      return state.isCancelRequested
    }
  }

  /// The promises that this promise waits for.
  package var awaitedPromises: [AnyPromise] { cancellationTargets.flatMap(\.awaitedPromises) }

  /// The progress of the promise, or `nil` if it has not been requested.
  package var requestedProgress: ProgressSnapshot? {
    tracksProgress ? PromiseProgress.existing(for: self)?.snapshot : nil
  }
}
