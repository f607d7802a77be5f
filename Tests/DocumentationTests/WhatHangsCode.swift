import Foundation
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

// The code in the article "What hangs?", unless it is part of the snippet WhatHangs.

@Suite(.sharingProcessors) struct WhatHangsCodeTests {
  private struct Logger {
    let warnings = Log<String>()

    func warning(_ text: String) { warnings(text) }
  }

  @Test func `printing the pending promises`() async {
    await #expect(processExitsWith: .success) {
      PromiseDiagnostics.isTracing = true
      // … later, when the program seems to hang:
      print(PromiseDiagnostics.pendingPromises())

      let (promise, resolver) = Promise<Int>.pending()
      #expect(PromiseDiagnostics.pendingPromises().promises.map(\.operation) == ["pending"])
      withExtendedLifetime((promise, resolver)) {}
    }
  }

  @Test(.promises(timeLimit: .testLimit))
  func `an operation that awaits one that is queued behind it`() async throws {
    let isSaved = Gate()
    @Sendable func save() async throws { isSaved.open() }
    @Sendable func upload() async throws {}

    let saves = PromiseQueue()
    saves.add {
      try await save()
      try await saves.add { try await upload() }.get()
    }

    try await isSaved.opened()
    var causes: [String] = []
    while causes.first?.contains("which is queued behind it") != true {
      try Task.checkCancellation()
      causes = PromiseDiagnostics.pendingPromises().causes
    }
    saves.cancelAll()
  }

  @Test func `reporting promises that stay pending`() async {
    await #expect(processExitsWith: .success) {
      let logger = Logger()
      PromiseDiagnostics.handler = { event in logger.warning("\(event)") }
      PromiseDiagnostics.report(longerThan: 30)

      let (promise, resolver) = Promise<Int>.pending()
      PromiseDiagnostics.report(longerThan: 0, every: 0)
      while logger.warnings.count == 0 { await Task.yield() }
      #expect(logger.warnings.entries[0].contains("was never called"))
      withExtendedLifetime((promise, resolver)) {}
    }
  }

  #if os(macOS) || os(Linux)
    @Test func `printing the pending promises on a signal`() async {
      await #expect(processExitsWith: .success) {
        PromiseDiagnostics.printPendingPromises(onSignal: SIGUSR1)  // then, in a shell: kill -USR1 …
        #expect(PromiseDiagnostics.isTracing)
      }
    }
  #endif
}
