import SourceEditing
import Testing

@Suite struct ImportTests {
  @Test(arguments: [
    ("import PromiseConcurrency\n\nlet x = 1\n", "let x = 1\n"),
    (
      "import Foundation\nimport PromiseConcurrency\nimport UIKit\n\nlet x = 1\n",
      "import Foundation\nimport UIKit\n\nlet x = 1\n"
    ),
    (
      "import Foundation\nimport PromiseConcurrency\nimport PromiseFoundation\n\nlet x = 1\n",
      "import Foundation\n\nlet x = 1\n"
    ),
    ("// A file.\n\nimport PromiseCore\n\nlet x = 1\n", "// A file.\n\nlet x = 1\n"),
    ("import PromiseCore\r\n\r\nlet x = 1\r\n", "let x = 1\r\n"),
    ("import PromiseCore  // promises\nlet x = 1\n", "  // promises\nlet x = 1\n"),
    ("public import PromiseScoping\n@testable import App\nlet x = 1\n", "@testable import App\nlet x = 1\n"),
    ("import PromiseCore\n\nlet queue = DispatchQueue.main\n", "import Dispatch\n\nlet queue = DispatchQueue.main\n"),
    (
      "import Foundation\nimport PromiseCore\n\nlet queue = DispatchQueue.main\n",
      "import Foundation\n\nlet queue = DispatchQueue.main\n"
    ),
    ("import PromiseCore\n\nlet promise: Promise<Int>\n", "import PromiseCore\n\nlet promise: Promise<Int>\n"),
    ("@_exported import PromiseCore\n\nlet x = 1\n", "@_exported import PromiseCore\n\nlet x = 1\n"),
    ("import PromiseTesting\n\n@Test func f() {}\n", "import PromiseTesting\n\n@Test func f() {}\n"),
    ("import PromiseCore\n\n// Dispatch\nlet x = 1\n", "// Dispatch\nlet x = 1\n"),
    (
      "import PromiseCore\n\nfunc f() { dispatchPrecondition(x) }\n",
      "import Dispatch\n\nfunc f() { dispatchPrecondition(x) }\n"
    ),
    (
      "import PromiseCore\n\nfunc f() { DispatchQueue.promises = q }\n",
      "import PromiseCore\n\nfunc f() { DispatchQueue.promises = q }\n"
    ),
    (
      "import PromiseCore\n\nfunc f() { log(failure.isCancelled) }\n",
      "import PromiseCore\n\nfunc f() { log(failure.isCancelled) }\n"
    ),
    (
      "import PromiseCore\n\nfunc f() { log(task.isCancelled, Task.isCancelled) }\n",
      "func f() { log(task.isCancelled, Task.isCancelled) }\n"
    ),
    ("import PromiseKit\n\nlet x = 1\n", "import PromiseKit\n\nlet x = 1\n"),
  ])
  func `an import that is not needed goes`(old: String, new: String) throws {
    #expect(try Departure(old, imports: "").text == new)
  }

  @Test func `errors are asked for cancellation without the library`() throws {
    let departure = try Departure(
      """
      func f() async {
        do { try await g() } catch let error where !error.isCancelled { log(error) } catch {}
        do { try await g() } catch { if error.isCancelled { log() } }
      }

      """)
    #expect(
      departure.text == """
        func f() async {
          do { try await g() } catch let error where !(error is CancellationError) && !Task.isCancelled { log(error) } catch {}
          do { try await g() } catch { if (error is CancellationError) { log() } }
        }

        """)
  }

  @Test func `functions that exist in plain Swift need their files`() throws {
    let departure = try Departure("func f() async throws -> Int { try await withResolver { $0.fulfill(1) } }\n")
    #expect(departure.text == "func f() async throws -> Int { try await withResolver { $0.fulfill(1) } }\n")
    #expect(departure.files == ["Callback.swift"])
  }

  @Test func `each remaining operation is listed once`() throws {
    let departure = try Departure(
      """
      let queue = PromiseQueue()
      let other = PromiseQueue()
      func f() { load().done { print($0) }.cauterize() }
      func load() -> Promise<Int> { .value(1) }

      """)
    #expect(departure.text.hasPrefix("import PromiseConcurrency"))
    #expect(departure.remarks.map(\.line) == [3, 5, 6])
    #expect(
      departure.remarks[0].message.contains(
        "This needs the library (2 times, in lines 3 and 4): PromiseQueue. In plain Swift: AsyncQueue."))
  }

  @Test func `a chain that remains is to be rewritten by hand`() throws {
    let line = "func f() { load().done { print($0) }.cauterize() }\n"
    let advice = "Rewrite the chain as statements in Task { do { … } catch { … } }, or make the function async."
    let departure = try Departure(String(repeating: line + "\n", count: 25))
    let message = try #require(departure.remarks.first { $0.message.contains("chains") }).message
    #expect(
      message
        == "This needs the library (25 times, in lines \((0..<20).map { "\(3 + 2 * $0)" }.joined(separator: ", ")) "
        + "and 5 more): chains: then, map, done, catch, …. \(advice)")
    let pair = try Departure(line.replacing("}\n", with: "; a().then(b).catch(c) }\n"))
    #expect(pair.remarks.contains { $0.message.contains("(2 times, in line 3)") && $0.message.hasSuffix(advice) })
  }
}
