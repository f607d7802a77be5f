// Also tests: PromiseCore/PromiseInstrument.

import TestSupport
import Testing

@testable import PromiseTesting

@Suite(.sharingProcessors) struct TestInstrumentTests {
  @Test func `a test keeps the events for which it has a policy, until it is over`() {
    let instrument = TestInstrument { if case .unhandledRejection = $0 { .error } else { nil } }
    instrument.report(.unhandledRejection(TestError.one, file: "File.swift", line: 1))
    // What follows results from the cancellation of the test.
    instrument.isOver.claim()
    instrument.report(.unhandledRejection(TestError.two, file: "File.swift", line: 2))
    let events = instrument.takeEvents().map { "\($0)" }
    #expect(events.count == 1 && events[0].hasPrefix("File.swift:1: unhandled rejection: one"))
  }
}
