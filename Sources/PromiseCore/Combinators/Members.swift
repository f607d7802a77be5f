import Synchronization

/// Attaches a combinator to one of its members. Written once for promises, guarantees and other people's thenables.
///
/// - Parameters:
///   - member: What to wait for.
///   - whole: The combinator's promise, which is a consumer of the member.
///   - react: Called once, at once when the member settles: with its error, or `nil` if it is fulfilled, and whether
///     that error has been handled.
package func observe<Member: Thenable>(
  _ member: Member, for whole: AnyPromiseEngine, in run: inout Run,
  _ react: @escaping @Sendable (_ error: (any Error)?, _ isHandled: Bool, inout Run) -> Void
) {
  switch member {
  case let promise as Promise<Member.Value>: promise.observe(for: whole, in: &run, react)
  case let guarantee as Guarantee<Member.Value>: guarantee.observe(for: whole, in: &run, react)
  default:
    // A promise in between, which notices when the member lets go of it.
    let promise = Promise<Member.Value>(origin: whole.origin, scope: whole.scope)
    let resolver = Resolver(promise)
    promise.observe(for: whole, in: &run, react)
    member.pipe { resolver.resolve($0) }
  }
}

extension PromiseEngine {
  fileprivate final func observe(
    for whole: AnyPromiseEngine, in run: inout Run, _ react: @escaping @Sendable ((any Error)?, Bool, inout Run) -> Void
  ) {
    let observer = Observer(consumer: whole) { source, _, run in
      switch unsafeDowncast(source, to: PromiseEngine<Value, Failure>.self).outcome {
      case .success?: react(nil, false, &run)
      case .failure(let error)?: react(error, source.isHandled, &run)
      case nil: react(PromiseError.abandoned(file: source.origin.file, line: source.origin.line), true, &run)
      }
      return nil
    }
    attach(observer, in: &run)
  }
}

extension Thenable {
  /// The value of a thenable that is known to be fulfilled.
  package func knownValue() throws -> Value {
    guard let result else {
      preconditionFailure("\(Self.self) called back through pipe(to:) before its result was there")
    }
    return try result.get()
  }
}

/// Those who are still missing.
final class Countdown: Sendable {
  private let missing: Atomic<Int>

  init(from count: Int) { missing = Atomic(count) }

  /// One less. Returns whether that was the last.
  func countDown() -> Bool { missing.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 }
}
