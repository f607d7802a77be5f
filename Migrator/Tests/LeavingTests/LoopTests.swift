import SourceEditing
import Testing

@Suite struct LoopTests {
  private func body(_ text: String) -> String { "func f() async throws {\n\(text)\n}\n" }

  @Test func `a loop in the order of completion becomes a call`() throws {
    let departure = try Departure(
      body(
        """
          let titles = ids.concurrentMap(maxConcurrent: 4, order: .completion) { id in
            try await title(id)
          }
          for try await title in titles {
            show(title)
          }
        """))
    #expect(
      departure.text
        == body(
          """
            try await ids.concurrentForEach(maxConcurrent: 4) { id in
              try await title(id)
            } receive: { title in
              show(title)
            }
          """))
    #expect(departure.files == ["ConcurrentMap.swift"])
  }

  @Test(arguments: [
    // In the order of the input, the body begins before all results are there.
    "  for try await x in ids.concurrentMap(maxConcurrent: 4, { try await f($0) }) { show(x) }",
    "  let xs = ids.concurrentMap(maxConcurrent: 4, order: .completion) { try await f($0) }\n  for try await x in xs { if x == 1 { break } }",
    "  let xs = ids.concurrentMap(maxConcurrent: 4, order: .completion) { try await f($0) }\n  for try await x in xs { return }",
    "  let xs = ids.concurrentMap(maxConcurrent: 4, order: .completion) { try await f($0) }\n  for try await x in xs { show(x) }\n  keep(xs)",
    "  let xs = ids.concurrentMap(maxConcurrent: 4, order: .completion) { try await f($0) }\n  log()\n  for try await x in xs { show(x) }",
  ])
  func `other loops remain`(text: String) throws {
    #expect(try Departure(body(text)).text == "import PromiseConcurrency\n\n" + body(text))
  }
}
