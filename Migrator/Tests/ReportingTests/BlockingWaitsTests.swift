import Testing

@testable import Reporting

@Suite struct BlockingWaitsTests {
  private func kinds(_ text: String) throws -> [String] { try read(text).blockingWaits.map(\.kind) }

  @Test(arguments: [
    ("try promise.wait()", "wait"),
    ("load().wait()", "wait"),
    ("x?.promise.wait()", "wait"),
    ("hang(promise)", "hang"),
    ("try PromiseTesting.hang(promise)", "hang"),
    ("try awaitPromise(promise)", "awaitPromise"),
    ("DispatchSemaphore(value: 0).wait()", "DispatchSemaphore.wait"),
    ("lock.wait(timeout: .now() + 1)", "wait(timeout:)"),
    ("lock.wait(wallTimeout: .now() + 1)", "wait(wallTimeout:)"),
    (#"print("\(try! promise.wait())")"#, "wait"),
  ])
  func `a call that blocks is found`(code: String, kind: String) throws {
    #expect(try kinds("let x = \(code)\n") == [kind])
  }

  @Test(arguments: [
    "await x.wait()", "try await x.wait()", "await f(x.wait())", "try await a + b.wait()", "wait()", "wait(for: [e])",
    "self.wait(for: [e], timeout: 1)", "x.wait(1)", "x.wait { }", "waitForPromises(timeout: 1)", "x.hang(1)", "hang()",
    "x.waitUntilExit()", "x.wait", #""x.wait()""#, "1 // x.wait()",
  ])
  func `what does not block is not reported`(code: String) throws {
    #expect(try kinds("func f() async throws { _ = \(code)\n }\n").isEmpty)
  }

  @Test func `an await covers no closure`() throws {
    #expect(try kinds("func f() async { await g { x.wait() } }\n") == ["wait"])
    #expect(try kinds("func f() async { let a = await g(); x.wait() }\n") == ["wait"])
  }

  @Test func `semaphores and groups are told apart by their declarations`() throws {
    let kinds = try kinds(
      """
      let semaphore = DispatchSemaphore(value: 0)
      var group: DispatchGroup?
      func f(_ lock: DispatchSemaphore) {
        self.semaphore.wait()
        group?.wait()
        group!.wait(timeout: .now())
        lock.wait()
        other.wait()
      }
      """)
    #expect(
      kinds == [
        "DispatchSemaphore.wait", "DispatchGroup.wait", "DispatchGroup.wait", "DispatchSemaphore.wait", "wait",
      ])
  }

  @Test func `the place is that of the call, on one line and not too long`() throws {
    let places = try read(
      """
      #if DEBUG
        // Comment.
        let x = try load( // why
          first)  .wait()
        let y = \(String(repeating: "long", count: 20)).wait()
      #endif
      """
    ).blockingWaits
    #expect(places[0] == Place(line: 3, column: 15, kind: "wait", code: "load( first) .wait()"))
    #expect(places[1].code == String(repeating: "long", count: 20).prefix(59) + "…")
  }
}
