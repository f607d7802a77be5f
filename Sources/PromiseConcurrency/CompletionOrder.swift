extension Sequence where Element: Thenable {
  /// The values of these promises, each as soon as it is there.
  ///
  /// ```swift
  /// for try await avatar in users.map(fetchAvatar).inCompletionOrder { show(avatar) }
  /// ```
  ///
  /// The first promise that is rejected ends the iteration with its error. However the iteration ends, by an error, by
  /// `break`, or because the task is cancelled: those promises that are pending and that nobody else wants are
  /// cancelled.
  public var inCompletionOrder: CompletionOrder<Element> { CompletionOrder(thenables: Array(self)) }
}

/// The values of several promises, in the order in which they are fulfilled. See `inCompletionOrder`.
public struct CompletionOrder<Source: Thenable>: AsyncSequence, Sendable {
  /// The type of the values.
  public typealias Element = Source.Value

  let thenables: [Source]

  /// Starts to wait for the promises.
  public func makeAsyncIterator() -> Iterator { Iterator(iteration: Iteration(thenables)) }

  /// Hands out the values.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let iteration: Iteration<Source>
    private var index = 0

    fileprivate init(iteration: Iteration<Source>) { self.iteration = iteration }

    /// The next value; `nil` after the last.
    public mutating func next() async throws -> Source.Value? { try await next(isolation: nil) }

    /// The next value; `nil` after the last. Does not leave the caller's actor.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Source.Value? {
      guard index < iteration.slots.count else { return nil }
      do {
        let value = try await iteration.slots[index].get(isolation: actor)
        index += 1
        return value
      } catch {
        index = iteration.slots.count
        iteration.stop()
        throw error
      }
    }
  }
}

/// One run over the promises: as many slots as there are promises, filled in the order in which those are settled.
private final class Iteration<Source: Thenable>: Sendable {
  let slots: [Promise<Source.Value>]
  /// The consumer of all the promises, pending while the iteration goes on.
  private let whole: Promise<Void>

  init(_ thenables: [Source]) {
    let origin = Origin(#fileID, #line)
    let members = thenables.map { Member($0, origin) }
    let slots = members.map { _ in Promise<Source.Value>(origin: origin, scope: .ofNewPromise()) }
    let whole = Promise<Void>(origin: origin, scope: .ofNewPromise())
    self.slots = slots
    self.whole = whole
    let filled = Count()
    whole.gather(members.map(\.engine)) { index, _, run in
      // Handled: what is left over when an iteration ends early is nobody's business.
      slots[filled.next()].settle(members[index].endResult, isHandled: true, in: &run)
    }
  }

  deinit { stop() }

  func stop() { whole.cancel() }
}
