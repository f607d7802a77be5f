import Dispatch
import Testing

@testable import PromiseTesting

/// The settings of nested suites and tests.
struct PromisesSettingsTests {
  /// Two settings that differ in one property, which has a value in both.
  static let pairs: [(name: String, outer: PromisesSettings, inner: PromisesSettings)] = [
    ("timeLimit", PromisesSettings(timeLimit: Delay(seconds: 1)), PromisesSettings(timeLimit: Delay(seconds: 2))),
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
