import Foundation
import PromiseFoundation
import Testing

/// The text of a `PromiseError` that Foundation shows.
struct PromiseErrorLocalizedTests {
  @Test func `the localized description of an error is its description`() {
    let errors: [PromiseError] = [.timedOut, .badInput, .abandoned(file: "File.swift", line: 1)]
    for error in errors {
      #expect((error as any Error).localizedDescription == error.description)
      #expect(error.errorDescription == error.description)
    }
  }
}
