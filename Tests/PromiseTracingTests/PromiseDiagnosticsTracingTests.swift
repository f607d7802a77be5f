// Also tests: SignalSource.

import CPromiseCore
import CPromiseTracing
import Dispatch
import Foundation
import PromiseTesting
import TestSupport
import Testing

@testable import PromiseCore
@testable import PromiseTracing

/// Tracing in a program. Each test that changes the settings of the process runs in a process of its own.
@Suite(.sharingProcessors) struct PromiseDiagnosticsTracingTests {
  @Test func `a promise of a traced program names the function that created it`() async {
    await #expect(processExitsWith: .success) { try TracedProgram.recordsFunctions() }
  }

  @Test func `only promises that are created while a program is traced are recorded`() async {
    await #expect(processExitsWith: .success) { try await TracedProgram.recordsOnlyWhileTracing() }
  }

  @Test func `promises that stay pending are reported once, the causes first`() async {
    await #expect(processExitsWith: .success) { try await TracedProgram.reportsOnce() }
  }

  @Test func `the interval between two checks can be chosen`() async {
    await #expect(processExitsWith: .success) { TracedProgram.choosesInterval() }
  }

  @Test func `an infinite time ends the reports`() async {
    await #expect(processExitsWith: .success) { try await TracedProgram.endsReports() }
  }

  @Test(arguments: [
    (nil, false), ("", false), ("0", false), ("false", false), ("NO", false), ("off", false), ("1", true),
    ("yes", true),
  ])
  func `the environment variable turns on tracing unless its value is negative`(_ value: String?, _ expected: Bool) {
    #expect(promise_core_asks_for_tracing(value) == expected)
  }

  #if os(macOS) || os(Linux)
    @Test func `a signal source of the program keeps working`() async {
      await #expect(processExitsWith: .success) { TracedProgram.keepsSignalSource() }
    }

    @Test func `a signal prints the pending promises to standard error`() async {
      await #expect(processExitsWith: .success) { try TracedProgram.printsOnSignal() }
    }
  #endif

  @Test func `a level without call stacks records everything but functions`() async {
    await #expect(processExitsWith: .success) { TracedProgram.recordsWithoutFunctions() }
  }

  @Test func `a second answer is reported with both functions, if call stacks are recorded`() async {
    await #expect(processExitsWith: .success) { TracedProgram.contradicts() }
  }

  @Test func `without call stacks, a second answer is reported without functions`() async {
    await #expect(processExitsWith: .success) { TracedProgram.contradictsWithoutFunctions() }
  }
}

/// What the processes of the tests run. In the closure of an exit test, every line has the number of the test.
private enum TracedProgram {
  static func recordsFunctions() throws {
    #expect(!PromiseDiagnostics.isTracing)
    let (early, earlyResolver) = Promise<Int>.pending()
    PromiseDiagnostics.isTracing = true
    let (late, lateResolver) = Promise<Int>.pending()
    let promises = PromiseDiagnostics.pendingPromises().promises
    #expect(promises.map(\.line) == [#line - 4, #line - 2])
    #expect(promises[0].function == nil)
    #expect(promises[1].function?.hasPrefix("TracedProgram.") == true)
    PromiseDiagnostics.isTracing = false
    #expect(!PromiseDiagnostics.isTracing)
    withExtendedLifetime((early, earlyResolver, late, lateResolver)) {}
  }

  static func contradicts() {
    let log = Log<String>()
    PromiseDiagnostics.handler = { log("\($0)") }
    PromiseDiagnostics.tracingLevel = .callStacks
    #expect(PromiseDiagnostics.tracingLevel == .callStacks && PromiseDiagnostics.isTracing)
    let (promise, resolver) = Promise<Int>.pending()
    let line = #line - 1
    Answers.succeed(resolver)
    Answers.succeed(resolver)
    #expect(log.entries.isEmpty)
    Answers.fail(resolver)
    Answers.fail(resolver)  // is not reported again
    #expect(
      log.entries == [
        """
        \(#fileID):\(line): contradictory outcome: the promise was fulfilled in Answers.succeed, and would then have been \
        rejected with one in Answers.fail; call the resolver once
        """
      ])
    withExtendedLifetime(promise) {}
    PromiseDiagnostics.tracingLevel = .off
  }

  static func contradictsWithoutFunctions() {
    // A process without PromiseTesting.
    promise_tracing_set_testing(false)
    let log = Log<String>()
    PromiseDiagnostics.handler = { log("\($0)") }
    PromiseDiagnostics.tracingLevel = .sites
    let (promise, resolver) = Promise<Int>.pending()
    let line = #line - 1
    Answers.succeed(resolver)
    Answers.fail(resolver)
    Answers.fail(resolver)  // is not reported again
    #expect(
      log.entries == [
        """
        \(#fileID):\(line): contradictory outcome: the promise was fulfilled, and would then have been rejected with one; \
        call the resolver once
        """
      ])
    withExtendedLifetime(promise) {}
  }

  static func recordsWithoutFunctions() {
    typealias Level = PromiseDiagnostics.TracingLevel
    #expect((0...2).map { Level(rawValue: $0) } == [.off, .sites, .callStacks] && Level(rawValue: 3) == nil)
    #expect(Level.off < .sites && Level.sites < .callStacks)
    PromiseDiagnostics.tracingLevel = .sites
    PromiseDiagnostics.report(longerThan: 1_000)
    #expect(PromiseDiagnostics.tracingLevel == .sites)
    let (promise, resolver) = Promise<Int>.pending()
    let pending = PromiseDiagnostics.pendingPromises().promises
    #expect(pending.map(\.function) == [nil] && pending.first?.dependencies == [.resolver])
    resolver.fulfill(1)
    withExtendedLifetime(promise) {}
  }

  static func recordsOnlyWhileTracing() async throws {
    // A process without PromiseTesting.
    promise_tracing_set_testing(false)
    PromiseContext.isInstrumented = false
    let (early, earlyResolver) = Promise<Int>.pending()
    #expect(PromiseDiagnostics.pendingPromises().promises.isEmpty)
    PromiseDiagnostics.isTracing = true
    let derived = early.map { $0 }
    let promises = PromiseDiagnostics.pendingPromises().promises
    #expect(promises.map(\.operation) == ["map"])
    #expect(promises[0].dependencies == [.otherPromise(file: "\(#fileID)", line: #line - 6)])
    PromiseDiagnostics.isTracing = false
    let untraced = Promise<Int>.pending()
    #expect(PromiseDiagnostics.pendingPromises().promises.map(\.number) == promises.map(\.number))
    earlyResolver.fulfill(1)
    untraced.resolver.fulfill(2)
    let value = try await derived.get()
    #expect(value == 1)
    #expect(PromiseDiagnostics.pendingPromises().promises.isEmpty)
  }

  static func reportsOnce() async throws {
    let log = Log<String>()
    PromiseDiagnostics.handler = { event in
      if case .stillPending = event { dispatchPrecondition(condition: .onQueue(PendingReports.queue)) }
      log("\(event)")
    }
    let (promise, resolver) = Promise<Int>.pending()
    let line = #line - 1
    let derived = (0..<3).map { _ in promise.map { $0 } }
    PromiseDiagnostics.report(longerThan: 0, every: 0)
    while log.entries.count < 2 { await Task.yield() }
    #expect(log.entries[0].hasPrefix("\(#fileID):\(line): pending for "))
    #expect(
      log.entries[0].contains("a resolver created at \(#fileID):\(line) is alive and was never called; 3 handlers"))
    #expect(log.entries[1].hasPrefix("\(#fileID):\(line + 2): 3 promises, pending for up to "))
    #expect(log.entries[1].contains(": waiting for the promise created at \(#fileID):\(line)"))
    // A later promise is the next event, so the first ones are not reported again.
    let later = Promise<Int>.pending()
    while log.entries.count < 3 { await Task.yield() }
    #expect(log.entries[2].hasPrefix("\(#fileID):\(#line - 2): pending for "))
    withExtendedLifetime((resolver, derived, later)) {}
  }

  static func choosesInterval() {
    let repetition = { PromiseDiagnostics.currentReports.withLock { $0?.repetition } }
    PromiseDiagnostics.report(longerThan: 1_000)
    #expect(repetition() == .seconds(1) && PromiseDiagnostics.isTracing)
    PromiseDiagnostics.report(longerThan: 1_000, every: 60)
    #expect(repetition() == .seconds(60))
    PromiseDiagnostics.report(longerThan: .infinity, every: 60)
    #expect(repetition() == nil)
  }

  static func endsReports() async throws {
    let log = Log<String>()
    PromiseDiagnostics.handler = { log("\($0)") }
    PromiseDiagnostics.report(longerThan: 0, every: -1)
    let first = Promise<Int>.pending()
    while log.entries.isEmpty { await Task.yield() }
    PromiseDiagnostics.report(longerThan: .infinity, every: .nan)
    PendingReports.queue.sync {}  // the end of a check that is taking place
    let second = Promise<Int>.pending()
    PromiseDiagnostics.report(longerThan: 0, every: 0.001)
    while log.entries.count < 3 { await Task.yield() }
    #expect(log.entries.count == 3)
    withExtendedLifetime((first, second)) {}
  }

  #if os(macOS) || os(Linux)
    static func keepsSignalSource() {
      let source = DispatchSource.makeSignalSource(signal: SIGUSR2, queue: .global())
      let isRegistered = DispatchSemaphore(value: 0)
      let hasArrived = DispatchSemaphore(value: 0)
      source.setRegistrationHandler { isRegistered.signal() }
      source.setEventHandler { hasArrived.signal() }
      source.activate()
      isRegistered.wait()
      #expect(PromiseDiagnostics.printPendingPromises(onSignal: SIGUSR2))
      kill(getpid(), SIGUSR2)
      // Without a handler, this waits until the time limit of the suite.
      hasArrived.wait()
      withExtendedLifetime(source) {}
    }

    static func printsOnSignal() throws {
      #expect(!PromiseDiagnostics.printPendingPromises(onSignal: SIGKILL))
      #expect(!PromiseDiagnostics.isTracing)
      #expect(PromiseDiagnostics.printPendingPromises(onSignal: SIGUSR1))
      #expect(PromiseDiagnostics.printPendingPromises(onSignal: SIGUSR1))
      #expect(PromiseDiagnostics.isTracing)
      #expect(!PromiseDiagnostics.printPendingPromises(onSignal: 0))
      #expect(!PromiseDiagnostics.printPendingPromises(onSignal: 10_000))
      let pipe = Pipe()
      let original = dup(STDERR_FILENO)
      dup2(pipe.fileHandleForWriting.fileDescriptor, STDERR_FILENO)
      let (promise, resolver) = Promise<Int>.pending()
      kill(getpid(), SIGUSR1)
      // The read returns when the text has been written.
      let text = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
      dup2(original, STDERR_FILENO)
      #expect(text.hasPrefix("1 pending promise\n"))
      #expect(text.contains("waits for its resolver"))
      withExtendedLifetime((promise, resolver)) {}
    }
  #endif
}

/// Two functions that settle a promise.
private enum Answers {
  @inline(never)
  static func succeed(_ resolver: Resolver<Int>) { resolver.fulfill(1) }

  @inline(never)
  static func fail(_ resolver: Resolver<Int>) { resolver.reject(TestError.one) }
}
