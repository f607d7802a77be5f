import Dispatch
import PromiseConcurrency
import PromiseCore
import PromiseTesting
import TestSupport
import Testing

/// What a handler sees of the code that settles its promise, and what it inherits from the code that attached it.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit, unhandled: .ignore, abandoned: .ignore))
struct HandlerContextTests {
  // MARK: - Task-local values

  @Test(arguments: HandlerForm.allCases, Isolation.allCases)
  func `a handler that does not run inline sees no task-local values`(_ form: HandlerForm, _ isolation: Isolation)
    async
  {
    let actor = isolation.actor
    expectLocals(form, actor, await findings { await form.attach(to: $0, on: actor, $1) })
  }

  private func expectLocals(
    _ form: HandlerForm, _ actor: (any Actor)?, _ findings: [ContextProbe.Finding],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let locals = findings.map(\.local)
    switch form {
    // The attempts run in a task of the code that called the function.
    case .retryBodyAsync, .retryConditionAsync, .untilBodyAsync:
      #expect(locals.allSatisfy { $0 == "writer" }, "\(locals)", sourceLocation: sourceLocation)
    default: #expect(locals.allSatisfy { $0 == nil }, "\(locals)", sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: GuaranteeHandlerForm.allCases, Isolation.allCases)
  func `a handler of a guarantee that does not run inline sees no task-local values`(
    _ form: GuaranteeHandlerForm, _ isolation: Isolation
  ) async {
    let actor = isolation.actor
    let findings = await guaranteeFindings { await form.attach(to: $0, on: actor, $1) }
    #expect(findings.allSatisfy { $0.local == nil })
  }

  @Test(arguments: HandlerForm.onQueue) func `a handler on a queue sees no task-local values`(_ form: HandlerForm) async
  {
    let queue = DispatchQueue(label: "HandlerContextTests")
    let findings = await findings { form.attach(to: $0, on: queue, $1) }
    #expect(findings.allSatisfy { $0.local == nil })
  }

  /// The first call of the body of `retry` and `until` is made by the function itself.
  @Test(arguments: HandlerForm.onQueue)
  func `an inline handler sees the task-local values of the code that settles the promise`(_ form: HandlerForm) async {
    let findings = await findings { form.attach(to: $0, on: DispatchQueue?.none, $1) }
    let locals = findings.map(\.local)
    switch form {
    // Only a rejection leads to a second call, which the settler makes.
    case .retryBody:
      #expect(locals == ["writer", "writer", "settler", "writer", "writer", "writer", "settler", "writer"])
    case .untilBody: #expect(locals == Array(repeating: "writer", count: 6))
    default: #expect(locals.allSatisfy { $0 == "settler" }, "\(locals)")
    }
  }

  // MARK: - Default queues

  @Test(arguments: HandlerForm.allCases, Isolation.allCases)
  func `a handler passes on the default queue of the code that attached it`(
    _ form: HandlerForm, _ isolation: Isolation
  ) async throws {
    let actor = isolation.actor
    for hasScope in [true, false] {
      try await expectPlaces(
        hasScope, findings(hasScope: hasScope) { await form.attach(to: $0, on: actor, $1) })
    }
  }

  @Test(arguments: GuaranteeHandlerForm.allCases, Isolation.allCases)
  func `a handler of a guarantee passes on the default queue of the code that attached it`(
    _ form: GuaranteeHandlerForm, _ isolation: Isolation
  ) async throws {
    let actor = isolation.actor
    for hasScope in [true, false] {
      try await expectPlaces(
        hasScope, guaranteeFindings(hasScope: hasScope) { await form.attach(to: $0, on: actor, $1) })
    }
  }

  @Test(arguments: HandlerForm.onQueue, [true, false])
  func `a handler with a queue argument passes on the default queue of the code that attached it`(
    _ form: HandlerForm, _ isInline: Bool
  ) async throws {
    let queue = isInline ? nil : DispatchQueue(label: "HandlerContextTests")
    for hasScope in [true, false] {
      try await expectPlaces(hasScope, findings(hasScope: hasScope) { form.attach(to: $0, on: queue, $1) })
    }
  }

  /// Checks where the handlers ran that the handlers attached.
  private func expectPlaces(
    _ hasScope: Bool, _ findings: [ContextProbe.Finding], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let expected: ContextProbe.Place = hasScope ? .writersQueue : .main
    for finding in findings {
      let places = try await finding.places.get(timeout: .testLimit)
      #expect(
        places == [expected, expected], hasScope ? "attached in a scope" : "attached outside of a scope",
        sourceLocation: sourceLocation)
      let registered = try await finding.registered.get(timeout: .testLimit)
      #expect(
        registered == Array(repeating: hasScope ? "writer" : nil, count: 3),
        hasScope ? "attached in a scope" : "attached outside of a scope", sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: HandlerForm.allCases, Isolation.allCases)
  func `a handler of a settled promise sees the default queue of the code that attached it, and no task-local values`(
    _ form: HandlerForm, _ isolation: Isolation
  ) async throws {
    let actor = isolation.actor
    let probe = ContextProbe()
    for source in [Promise.value([1]), Promise(error: TestError.one)] {
      let derived = await probe.asWriter(hasScope: true) {
        await form.attach(to: source, on: actor) { probe.find() }
      }
      _ = await derived.getResult()
    }
    try await expectPlaces(true, probe.findings)
    expectLocals(form, actor, probe.findings)
  }

  // MARK: - Running handlers

  /// The outcomes with which the settler settles a promise: some skip the handler of a form, others do not.
  private enum Outcome: CaseIterable {
    case fulfilled, rejected, canceled
  }

  /// Attaches a handler to promises that are then settled with each outcome, in a test's context and in one without an
  /// instrument. Returns what the handlers saw.
  private func findings(
    hasScope: Bool = false, _ attach: (Promise<[Int]>, @escaping @Sendable () -> Void) async -> Promise<Void>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async -> [ContextProbe.Finding] {
    let probe = ContextProbe()
    func run() async {
      for outcome in Outcome.allCases {
        let (promise, resolver) = Promise<[Int]>.pending()
        let derived = await probe.asWriter(hasScope: hasScope) { await attach(promise) { probe.find() } }
        await probe.asSettler {
          switch outcome {
          case .fulfilled: resolver.fulfill([1])
          case .rejected: resolver.reject(TestError.one)
          case .canceled: promise.cancel()
          }
        }
        _ = await derived.getResult()
      }
    }
    await run()
    await silently { await run() }
    #expect(!probe.findings.isEmpty, "The handler has not run.", sourceLocation: sourceLocation)
    return probe.findings
  }

  private func guaranteeFindings(
    hasScope: Bool = false, _ attach: (Guarantee<[Int]>, @escaping @Sendable () -> Void) async -> Promise<Void>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async -> [ContextProbe.Finding] {
    let probe = ContextProbe()
    func run() async {
      let (guarantee, resolve) = Guarantee<[Int]>.pending()
      let derived = await probe.asWriter(hasScope: hasScope) { await attach(guarantee) { probe.find() } }
      await probe.asSettler { resolve([1]) }
      _ = await derived.getResult()
    }
    await run()
    await silently { await run() }
    #expect(!probe.findings.isEmpty, "The handler has not run.", sourceLocation: sourceLocation)
    return probe.findings
  }
}
