import Adding
import SourceEditing
import Testing

/// What `add` leaves alone in the corpus, and why.
@Suite struct AddRemarksTests {
  private func remarks(_ folder: String) throws -> [String] {
    try AddTests.corpus(folder).results().flatMap(\.remarks).map { "\($0.line) \($0.reason)" }
  }

  @Test func `functions that cannot have a promise form are left`() throws {
    #expect(
      try remarks("Promise") == [
        "10 initializer", "13 repeated-handler", "15 repeated-handler", "17 repeated-handler", "19 several-handlers",
        "21 several-handlers", "23 handler-shape", "25 closure-value", "27 returned-value", "32 variadic",
        "34 unnamed-parameter", "36 deprecated", "40 synchronous-namesake", "44 delegate-method",
        "48 promise-of-promise", "50 opaque-result", "52 inout", "54 nonescaping-closure", "56 isolated-parameter",
        "58 self-value", "80 mutating", "86 parameter-pack", "88 shadowed", "22 property-namesake",
      ])
  }

  @Test func `functions that cannot have an async form are left`() throws {
    #expect(
      try remarks("Async") == [
        "8 repeated-handler", "10 repeated-handler", "12 returned-value", "17 variadic", "19 initializer",
        "22 synchronous-namesake", "42 default-handler",
      ])
  }

  @Test func `functions that cannot have a callback form are left`() throws {
    #expect(try remarks("Callback") == ["6 initializer", "8 mutating", "13 variadic", "15 promise-of-promise"])
  }

  @Test func `nothing of the files with an extension is left`() throws {
    #expect(try remarks("Extension") == [])
  }
}
