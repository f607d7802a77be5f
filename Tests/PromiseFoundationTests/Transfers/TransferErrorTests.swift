import Foundation
import PromiseFoundation
import TestSupport
import Testing

/// The texts of a `TransferError`.
@Suite(.sharingProcessors) struct TransferErrorTests {
  @Test func `the localized description of an error is its description`() {
    for error in [TransferError.bodyNotAllowed("GET"), .fileExists(URL(fileURLWithPath: "/folder/file"))] {
      #expect((error as any Error).localizedDescription == error.description)
    }
  }
}
