import Adopting
import SourceEditing
import Testing

struct CallbackTests {
  /// Returns the statements of a method of a main-actor class after the command.
  private func statements(_ text: String, from origin: Origin = .promiseKit) throws -> (text: String, Adopted) {
    let start = "@MainActor final class A {\n  func f(id: Int) {\n    "
    let end = "\n  }\n}\n"
    let module = origin == .promiseKit ? "PromiseKit" : "Promises"
    let adopted = try adopt("import \(module)\n\(start)\(text)\(end)", from: origin)
    let body = adopted.text.split(separator: "\n", maxSplits: 1)[1]
    try #require(body.hasPrefix(start) && body.hasSuffix(end))
    return (String(body.dropFirst(start.count).dropLast(end.count)), adopted)
  }

  @Test(arguments: [
    (
      "Promise { s in SDK.load(2, completion: { s.resolve($0, $1) }) }",
      "Promise { s in SDK.load(2, completion: s.resolve) }"
    ),
    (
      "Promise { s in SDK.load(2, completion: {v, e in s.resolve(v, e)}, on: q) }",
      "Promise { s in SDK.load(2, completion: s.resolve, on: q) }"
    ),
    ("Guarantee { s in SDK.read({ s($0) }) }", "Guarantee { s in SDK.read(s) }"),
    (
      "Promise { s in SDK.load(2) { v, e in s.resolve(v, e) } }",
      "Promise { s in SDK.load(2) { @Sendable v, e in s.resolve(v, e) } }"
    ),
    (
      "Promise { s in SDK.load(2) { s.resolve($0, $1) } }",
      "Promise { s in SDK.load(2) { @Sendable in s.resolve($0, $1) } }"
    ),
    (
      "Promise { s in SDK.load(2) {s.resolve($0, $1)} }",
      "Promise { s in SDK.load(2) { @Sendable in s.resolve($0, $1)} }"
    ),
    ("Promise { s in SDK.load { s.fulfill() } }", "Promise { s in SDK.load { @Sendable in s.fulfill() } }"),
    (
      "Promise { s in SDK.load { (v: Int) -> Void in s.fulfill(v) } }",
      "Promise { s in SDK.load { @Sendable (v: Int) -> Void in s.fulfill(v) } }"
    ),
    (
      "Promise { s in SDK.load { [s, id] in s.fulfill(id) } }",
      "Promise { s in SDK.load { @Sendable [s, id] in s.fulfill(id) } }"
    ),
    (
      "Promise { s in SDK.load {\n      // Why.\n      s.fulfill($0)\n    } }",
      "Promise { s in SDK.load { @Sendable in\n      // Why.\n      s.fulfill($0)\n    } }"
    ),
    (
      "Promise { s in SDK.load { // Why.\n      v in s.fulfill(v)\n    } }",
      "Promise { s in SDK.load { // Why.\n      @Sendable v in s.fulfill(v)\n    } }"
    ),
    (
      "Promise { s in SDK.load(c: { s.fulfill($0) /* why */ }) }",
      "Promise { s in SDK.load(c: { @Sendable in s.fulfill($0) /* why */ }) }"
    ),
    (
      "Promise { s in SDK.load { s.fulfill($0) } failure: { s.reject($0) } }",
      "Promise { s in SDK.load { @Sendable in s.fulfill($0) } failure: { @Sendable in s.reject($0) } }"
    ),
    (
      "let (p, s) = Promise<Int>.pending(); SDK.load { s.fulfill($0 + id) }",
      "let (p, s) = Promise<Int>.pending(); SDK.load { @Sendable in s.fulfill($0 + id) }"
    ),
    (
      "withCheckedContinuation { c in SDK.read(c: { c.resume(returning: $0) }) }",
      "withCheckedContinuation { c in SDK.read(c: { @Sendable in c.resume(returning: $0) }) }"
    ),
  ])
  func `a callback in main-actor code gets a safe shape`(before: String, after: String) throws {
    let (text, adopted) = try statements(before)
    #expect(text == after)
    #expect(adopted.reasons == [])
    #expect(adopted.changeCount == (after.contains("failure:") ? 3 : 2))
    let again = try adopt(adopted.text)
    #expect(again.text == adopted.text && again.changeCount == 0 && again.reasons == [])
  }

  @Test func `the functions of google become arguments as well`() throws {
    let before = "Promise<Int> { fulfill, reject in SDK.load(success: { fulfill($0) }) { reject($0) } }"
    let after = "Promise<Int> { fulfill, reject in SDK.load(success: fulfill) { @Sendable in reject($0) } }"
    #expect(try statements(before, from: .googlePromises).text == after)
  }

  @Test(arguments: [
    "Promise { s in SDK.load { self.title = $0; s.fulfill($0) } }",
    "Promise { s in SDK.load { [weak self] in self?.x(); s.fulfill() } }",
    "var n = 0; Promise { s in SDK.load { n += 1; s.fulfill(n) } }", "Promise { s in SDK.load { s.fulfill(title) } }",
    "Promise { s in SDK.load { s.fulfill(A.shared) } }", "Promise { s in SDK.load(c: { s.fulfill(Other.shared) }) }",
  ])
  func `a callback that may use its actor is left`(code: String) throws {
    let other = ["Other.swift": "import PromiseKit\nclass Other: Base {}\n@MainActor class Base {}\n"]
    let source = "import PromiseKit\n@MainActor final class A {\n  func f(id: Int) {\n    \(code)\n  }\n}\n"
    let adopted = try adopt(source, next: other)
    #expect(adopted.text.contains(code))
    #expect(adopted.reasons == ["isolated-callback"])
    #expect(adopted.changeCount == 1)
    #expect(adopted.remarks.first?.kind == .left && adopted.remarks.first?.line == 4)
  }

  @Test func `the remark names what is used, and who calls the closure`() throws {
    let adopted = try statements("Promise { s in SDK.load { s.fulfill(title) } }").1
    let message = try #require(adopted.remarks.first?.message)
    #expect(message.contains("uses `title`") && message.contains("`SDK.load`"))
  }

  @Test(arguments: [
    "func f() { Promise { s in SDK.load { s.fulfill($0) } } }",
    "class A { func f() { Promise { s in SDK.load { s.fulfill($0) } } } }",
    "@MainActor class A { nonisolated func f() { Promise { s in SDK.load { s.fulfill($0) } } } }",
    "@MainActor func f() { Promise { s in SDK.load(completion: s.resolve) } }",
    "@MainActor func f() { Promise { s in q.async { s.fulfill(1) } } }",
    "@MainActor func f() { Promise { s in SDK.load { @Sendable in s.fulfill($0) } } }",
  ])
  func `code that cannot trap is left as it is`(code: String) throws {
    let adopted = try adopt("import PromiseKit\n\(code)\n")
    #expect(adopted.text.hasSuffix("\n\(code)\n"))
    #expect(adopted.changeCount == 1 && adopted.reasons == [])
  }

  @Test func `the isolation of a type may be declared in another file`() throws {
    let source = "import PromiseKit\nextension A { func f() { Promise { s in SDK.load { s.fulfill($0) } } } }\n"
    let next = ["A.swift": "class A: UIViewController {}\n"]
    #expect(try adopt(source, next: next).text.contains("SDK.load { @Sendable in s.fulfill($0) }"))
    #expect(!(try adopt(source).text.contains("@Sendable")))
  }

  @Test func `callbacks that the same module calls are left as they are`() throws {
    let source = "import PromiseKit\n@MainActor func f() { Promise { s in load { s.fulfill($0) } } }\n"
    let next = ["Load.swift": "func load(completion: (Int) -> Void) {}\n"]
    #expect(try adopt(source).text.contains("@Sendable"))
    let adopted = try adopt(source, next: next)
    #expect(!adopted.text.contains("@Sendable") && adopted.changeCount == 1)
  }
}
