import PromiseConcurrency
import Testing

/// Checks that the promise is rejected with `PromiseError.timedOut`, of any creation site.
func expectTimedOut(
  _ promise: Promise<some Any>, sourceLocation: SourceLocation = #_sourceLocation
) async {
  let error = await #expect(throws: PromiseError.self, sourceLocation: sourceLocation) { _ = try await promise.get() }
  guard case .timedOut? = error else {
    Issue.record("\(promise)", sourceLocation: sourceLocation)
    return
  }
}
