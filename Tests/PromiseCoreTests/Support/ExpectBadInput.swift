import PromiseCore
import Testing

/// Checks that the promise is rejected with `PromiseError.badInput`.
func expectBadInput(_ promise: Promise<some Any>, sourceLocation: SourceLocation = #_sourceLocation) {
  guard case .badInput? = promise.error as? PromiseError else {
    Issue.record("\(promise)", sourceLocation: sourceLocation)
    return
  }
}
