extension PromiseContext {
  /// Reports what the pending promises wait for, after a wait for all of them has ended without them.
  ///
  /// The events are passed to `PromiseDiagnostics.handler`, which writes them to standard error in debug builds by default.
  ///
  /// - Parameter function: The call that has ended, for the message.
  func reportPending(after function: String) {
    for (cause, _) in PendingSnapshot(in: self).findings {
      PromiseDiagnostics.report(
        .stillPending(
          reason: "\(function) timed out: \(cause)", file: cause.promises[0].file, line: cause.promises[0].line),
        in: self)
    }
  }
}
