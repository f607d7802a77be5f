// Also tests: LeftoverPolicy, PromiseTime.

import Dispatch
import PromiseCore
import TestSupport
import Testing

@testable import PromiseTesting

/// How the settings of a suite and of a test are combined, and what they mean for an event.
@Suite(.sharingProcessors) struct PromisesSettingsTests {
  private let rejection = PromiseDiagnostics.Event.unhandledRejection(TestError.one, file: "", line: 1)

  @Test func `the settings of a test override those of its suite, and leave the others`() {
    let queue = DispatchQueue(label: "PromisesSettingsTests")
    var settings = PromisesSettings(
      timeLimit: TimerInterval(seconds: 1), pending: .warning, unhandled: .ignore, queue: queue, time: .manual)
    settings.override(
      with: PromisesSettings(
        timeLimit: TimerInterval(seconds: 2), pending: .ignore, abandoned: .warning, order: .shuffled(seeds: [1])))
    #expect(settings.timeLimit?.nanoseconds == 2_000_000_000)
    #expect((settings.pending, settings.unhandled, settings.abandoned) == (.ignore, .ignore, .warning))
    #expect(settings.queue === queue && settings.time == .manual && settings.order?.seeds?.count == 1)
  }

  @Test func `settings without values override nothing`() {
    let queue = DispatchQueue(label: "PromisesSettingsTests")
    var settings = PromisesSettings(
      timeLimit: TimerInterval(seconds: 1), pending: .warning, unhandled: .ignore, abandoned: .warning, queue: queue,
      time: .real, order: .natural)
    settings.override(with: PromisesSettings())
    #expect(settings.timeLimit?.nanoseconds == 1_000_000_000)
    #expect((settings.pending, settings.unhandled, settings.abandoned) == (.warning, .ignore, .warning))
    #expect(settings.queue === queue && settings.time == .real && settings.order != nil)
  }

  @Test func `by default, what is left over is an error`() {
    let settings = PromisesSettings()
    #expect(settings.policy(for: rejection) == .error)
    #expect(settings.policy(for: .abandonedPromise(file: "", line: 1)) == .error)
    #expect(settings.policy(for: .abandonedGuarantee(file: "", line: 1)) == .error)
  }

  @Test func `each kind of event has its policy`() {
    let settings = PromisesSettings(unhandled: .warning, abandoned: .ignore)
    #expect(settings.policy(for: rejection) == .warning)
    #expect(settings.policy(for: .abandonedPromise(file: "", line: 1)) == .ignore)
    #expect(settings.policy(for: .abandonedGuarantee(file: "", line: 1)) == .ignore)
  }

  @Test func `events that are reported on purpose have no policy`() {
    let settings = PromisesSettings(unhandled: .warning, abandoned: .warning)
    #expect(settings.policy(for: .cauterized(TestError.one, file: "", line: 1)) == nil)
    #expect(settings.policy(for: .waitOnMainThread(file: "", line: 1)) == nil)
    #expect(settings.policy(for: .mainQueueDoesNotRun(file: "", line: 1)) == nil)
    #expect(settings.policy(for: .waitBlocksHandler("", call: "wait", queue: "", file: "", line: 1)) == nil)
    #expect(settings.policy(for: .stillPending(reason: "", file: "", line: 1)) == nil)
    let contradiction = PromiseDiagnostics.Event.contradictoryOutcome(first: "", second: "", file: "", line: 1)
    #expect(settings.policy(for: contradiction) == .warning)
    #expect(PromisesSettings(abandoned: .ignore).policy(for: contradiction) == .ignore)
  }

  /// Two settings that differ in one property, which has a value in both.
  static let pairs: [(name: String, outer: PromisesSettings, inner: PromisesSettings)] = [
    (
      "timeLimit", PromisesSettings(timeLimit: TimerInterval(seconds: 1)),
      PromisesSettings(timeLimit: TimerInterval(seconds: 2))
    ),
    ("pending", PromisesSettings(pending: .warning), PromisesSettings(pending: .ignore)),
    ("unhandled", PromisesSettings(unhandled: .warning), PromisesSettings(unhandled: .ignore)),
    ("abandoned", PromisesSettings(abandoned: .warning), PromisesSettings(abandoned: .ignore)),
    (
      "queue", PromisesSettings(queue: DispatchQueue(label: "outer")),
      PromisesSettings(queue: DispatchQueue(label: "inner"))
    ),
    ("time", PromisesSettings(time: .manual), PromisesSettings(time: .real)),
    ("order", PromisesSettings(order: .shuffled(seeds: 1...2)), PromisesSettings(order: .natural)),
  ]

  /// Returns a text that differs for different settings. On Linux, all queues have the same description.
  private func text(_ settings: PromisesSettings) -> String { "\(settings) \(settings.queue?.label ?? "")" }

  @Test func `both forms of the trait pass their arguments on`() {
    let queue = DispatchQueue(label: "PromisesSettingsTests")
    let (interval, duration) = (DispatchTimeInterval.seconds(2), Duration.seconds(2))
    let settings = PromisesSettings(
      timeLimit: TimerInterval(seconds: 2), pending: .warning, unhandled: .ignore, abandoned: .warning, queue: queue,
      time: .manual, order: .shuffled(seeds: 1...2))
    for trait in [
      PromisesTrait.promises(
        timeLimit: interval, pending: .warning, unhandled: .ignore, abandoned: .warning, queue: queue, time: .manual,
        order: .shuffled(seeds: 1...2)),
      .promises(
        timeLimit: duration, pending: .warning, unhandled: .ignore, abandoned: .warning, queue: queue, time: .manual,
        order: .shuffled(seeds: 1...2)),
    ] { #expect(text(trait.settings) == text(settings)) }
    #expect(
      text(PromisesTrait.promises(timeLimit: duration).settings) == text(.init(timeLimit: TimerInterval(seconds: 2))))
    #expect(text(PromisesTrait.promises().settings) == text(PromisesSettings()))
  }

  @Test(arguments: 0..<pairs.count)
  func `an inner setting overrides the outer one, which is inherited otherwise`(_ number: Int) {
    let (name, outer, inner) = Self.pairs[number]
    func expect(_ expected: PromisesSettings, of outer: PromisesSettings, _ inner: PromisesSettings) {
      var settings = outer
      settings.override(with: inner)
      #expect(text(settings) == text(expected), "\(name)")
    }
    #expect(text(outer) != text(inner) && text(outer) != text(PromisesSettings()))
    expect(inner, of: outer, inner)
    expect(outer, of: inner, outer)
    expect(outer, of: outer, PromisesSettings())
    expect(outer, of: PromisesSettings(), outer)
  }
}
