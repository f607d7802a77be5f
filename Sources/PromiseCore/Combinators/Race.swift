/// The first of them to be settled, with its value or its error. From PromiseKit.
///
/// The others lose their consumer: those that nobody else wants are cancelled. Cancelling the whole does the same to all
/// of them. None at all: rejected with ``PromiseError/badInput(_:)``.
///
/// - Parameters:
///   - thenables: Who runs.
///   - file: Where the promise is made, for reports.
///   - line: Likewise.
public func race<U: Thenable>(
  _ thenables: [U], file: StaticString = #fileID, line: UInt = #line
) -> Promise<U.Value> {
  guard !thenables.isEmpty else {
    return Promise(error: PromiseError.badInput("A race needs somebody to run in it."), file: file, line: line)
  }
  let whole = Promise<U.Value>(origin: Origin(file, line), scope: .ofNewPromise())
  let members = thenables.map { Member($0, whole.origin) }
  var run = Run()
  for member in members {
    member.engine.observe(for: whole, in: &run) { ending, run in
      if let (error, isHandled) = ending.failure {
        whole.settle(.failure(error), isHandled: isHandled, cancelsUpstream: true, in: &run)
      } else {
        whole.settle(member.knownResult, cancelsUpstream: true, in: &run)
      }
    }
  }
  // After all of them have been attached to: nobody can leave who has not come yet.
  whole.link(.engines(members.map(\.engine)), in: &run)
  run.finish()
  return whole
}

/// The first of them to be settled, with its value or its error. From PromiseKit.
///
/// As the form that takes an array.
public func race<U: Thenable>(
  _ thenables: U..., file: StaticString = #fileID, line: UInt = #line
) -> Promise<U.Value> {
  race(thenables, file: file, line: line)
}

/// The first of several guarantees to be fulfilled. From PromiseKit.
///
/// The others lose their consumer: those that nobody else wants are asked to hurry, so that no timer is left behind.
public func race<T>(
  _ first: Guarantee<T>, _ others: Guarantee<T>..., file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<T> {
  let members = [first] + others
  let whole = Guarantee<T>(origin: Origin(file, line), scope: .ofNewPromise())
  let running = Countdown(from: members.count)
  var run = Run()
  for member in members {
    member.observe(for: whole, in: &run) { ending, run in
      if case .fulfilled = ending {
        whole.settle(member.knownOutcome, cancelsUpstream: true, in: &run)
      } else if running.countDown() {
        // All of them have been abandoned.
        whole.abandon(in: &run)
      }
    }
  }
  whole.link(.engines(members), in: &run)
  run.finish()
  return whole
}
