import Dispatch
import PromiseConcurrency
import PromiseCore
import PromiseTesting
import TestSupport
import Testing

/// What each call of a closure sees that is called several times, on account of other promises that settle.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct RepeatedHandlerContextTests {
  /// A function that calls a closure four times.
  enum Form: CaseIterable {
    case retry, retryWithDelay, until, untilWithInterval, reduce, thenMap, limitedWhen, limitedWhenResolved
    case retryAsync, retryWithDelayAsync, untilAsync, untilWithIntervalAsync, reduceAsync, thenMapAsync

    /// Whether the calls see the task-local values of the code that called the function.
    var seesWritersValues: Bool {
      switch self {
      case .retryAsync, .retryWithDelayAsync, .untilAsync, .untilWithIntervalAsync: true
      default: false
      }
    }

    /// Calls the function.
    ///
    /// - Parameters:
    ///   - actor: The actor of the closure, or `nil` for nonisolated code.
    ///   - use: What the closure calls. It returns a promise that settles later.
    func start(on actor: isolated (any Actor)?, _ use: @escaping @Sendable () -> Promise<Bool>) -> Promise<Void> {
      switch self {
      case .retry: PromiseCore.retry(attempts: 3, delay: 0) { rejected(use()) }.asVoid()
      case .retryWithDelay: PromiseCore.retry(attempts: 3, delay: 0.001) { rejected(use()) }.asVoid()
      case .until: PromiseCore.until { use() }
      case .untilWithInterval: PromiseCore.until(interval: 0.001) { use() }
      case .reduce: Promise.value(0).reduce(1...4) { _, number in use().map(on: nil) { _ in number } }.asVoid()
      case .thenMap: Promise.value(Array(1...4)).thenMap { _ in use() }.asVoid()
      case .limitedWhen: when(fulfilled: (1...4).lazy.map { _ in use() }.makeIterator(), maxConcurrent: 1).asVoid()
      case .limitedWhenResolved:
        Promise(when(resolved: (1...4).lazy.map { _ in use() }.makeIterator(), maxConcurrent: 1)).asVoid()
      default: startAsync(on: actor, use)
      }
    }

    private func startAsync(
      on actor: isolated (any Actor)?, _ use: @escaping @Sendable () -> Promise<Bool>
    ) -> Promise<Void> {
      switch self {
      case .retryAsync: PromiseConcurrency.retry(attempts: 3, delay: 0) { _ = try await rejected(use()).get() }
      case .retryWithDelayAsync:
        PromiseConcurrency.retry(attempts: 3, delay: 0.001) { _ = try await rejected(use()).get() }
      case .untilAsync: PromiseConcurrency.until { try await use().get() }
      case .untilWithIntervalAsync: PromiseConcurrency.until(interval: 0.001) { try await use().get() }
      case .reduceAsync:
        Promise.value(0).reduce(1...4) { _, number in
          _ = try await use().get()
          return number
        }.asVoid()
      default: Promise.value(Array(1...4)).thenMap { _ in try await use().get() }.asVoid()
      }
    }

    /// Returns a promise that is rejected unless the value is `true`, so that `retry` tries again.
    private func rejected(_ promise: Promise<Bool>) -> Promise<Bool> { promise.validate(on: nil) { $0 } }
  }

  @Test(arguments: Form.allCases, Isolation.allCases)
  func `each call sees the context of the code that called the function`(_ form: Form, _ isolation: Isolation)
    async throws
  {
    for hasScope in [true, false] {
      for isInstrumented in [true, false] {
        let findings =
          try await isInstrumented
          ? findings(of: form, isolation, hasScope)
          : silently { try await self.findings(of: form, isolation, hasScope) }
        try #require(findings.count == 4)
        for (number, finding) in findings.enumerated() {
          let text: Comment = "call \(number), \(hasScope ? "in a scope" : "outside of a scope")"
          switch form {
          // The caller makes the first call, and others if the promises settle soon. Nonisolated code that settles a
          // promise may make the others.
          case .limitedWhen, .limitedWhenResolved:
            if isolation != .none { #expect(finding.local == "writer" || number > 0 && finding.local == nil, text) }
          default: #expect(finding.local == (form.seesWritersValues ? "writer" : nil), text)
          }
          let expected: ContextProbe.Place = hasScope ? .writersQueue : .main
          #expect(try await finding.places.get(timeout: .testLimit) == [expected, expected], text)
          let registered = try await finding.registered.get(timeout: .testLimit)
          #expect(registered == Array(repeating: hasScope ? "writer" : nil, count: 3), text)
        }
      }
    }
  }

  private func findings(of form: Form, _ isolation: Isolation, _ hasScope: Bool) async throws -> [ContextProbe.Finding]
  {
    let probe = ContextProbe()
    let settling = Log<Promise<Void>>()
    let whole = await probe.asWriter(hasScope: hasScope) {
      await form.start(on: isolation.actor) {
        probe.find()
        let (promise, resolver) = Promise<Bool>.pending()
        let isLast = probe.findings.count == 4
        settling(DispatchQueue.global().async(.promise) { probe.settle { resolver.fulfill(isLast) } }.asVoid())
        return promise
      }
    }
    try await whole.get(timeout: .testLimit)
    try await when(fulfilled: settling.entries).get()
    return probe.findings
  }
}
