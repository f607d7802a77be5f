import Foundation
import PromiseFoundation
import TestSupport
import Testing

/// A `PromiseError` as an error of Objective-C.
@Suite(.sharingProcessors) struct PromiseErrorObjectiveCTests {
  @Test func `its localized description contains no path`() {
    let timeout = PromiseError.timedOut(file: "Folder/File.swift", line: 7)
    let abandoned = PromiseError.abandoned(file: "Folder/File.swift", line: 7)
    for error in [timeout, abandoned, .noWinner([timeout, abandoned])] {
      #expect(!(error as NSError).localizedDescription.contains("File.swift"), "\(error as NSError)")
    }
  }

  @Test func `timeouts are equal`() {
    let first = PromiseError.timedOut(file: "A.swift", line: 1) as NSError
    #expect(first == PromiseError.timedOut(file: "B.swift", line: 2) as NSError)
    #expect(first == PromiseError.timedOut as NSError)
    #expect(first != PromiseError.badInput as NSError)
  }
}
