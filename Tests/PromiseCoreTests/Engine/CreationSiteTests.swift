import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// The creation sites of promises that operators create.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct CreationSiteTests {
  @Test func `the error of an abandoned guarantee names a creation site in the caller's code`() throws {
    let line = #line
    let promises: [AnyPromise] = silently {
      [
        until(on: nil) { Guarantee<Bool> { _ in } }.any,
        Promise.value(1).reduce(on: nil, [1]) { _, _ in Guarantee<Int> { _ in } }.any,
        Guarantee<Int> { _ in }.reduce(on: nil, [1]) { _, _ in Promise.value(1) }.any,
        Guarantee<Int> { _ in }.then(on: nil) { Promise.value($0) }.any,
      ]
    }
    for promise in promises {
      let error = promise.isRejected ? promise.storage.error : nil
      guard case .abandoned(let file, let reportedLine) = try #require(error as? PromiseError) else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(file == #fileID && (line + 3...line + 6).contains(reportedLine))
    }
  }
}
