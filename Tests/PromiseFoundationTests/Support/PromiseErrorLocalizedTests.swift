import Foundation
import PromiseFoundation
import TestSupport
import Testing

/// The text of a `PromiseError` that Foundation shows.
@Suite(.sharingProcessors) struct PromiseErrorLocalizedTests {
  @Test func `the localized description of an error is its description`() {
    for error in [PromiseError.timedOut, .badInput, .emptySequence] {
      #expect((error as any Error).localizedDescription == error.description)
      #expect(error.errorDescription == error.description)
    }
  }

  @Test func `the localized description contains no path`() {
    let timeout = PromiseError.timedOut(file: "Folder/File.swift", line: 7)
    let abandoned = PromiseError.abandoned(file: "Folder/File.swift", line: 7)
    for error in [timeout, abandoned, .noWinner([timeout, abandoned])] {
      #expect(!(error as any Error).localizedDescription.contains("File.swift"), "\(error.localizedDescription)")
    }
    #expect(String(reflecting: timeout).contains("Folder/File.swift:7"))
    #expect(abandoned.description.contains("Folder/File.swift:7"))
  }
}
