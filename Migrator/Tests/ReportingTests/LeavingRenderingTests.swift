import Foundation
import PromiseSyntax
import Testing

@testable import Reporting

@Suite struct LeavingRenderingTests {
  /// A file with something for each part of the section.
  private let sample = """
    public import PromiseConcurrency

    public final class API {
      private var request: Promise<Int>?
      public func user(id: Int) async throws -> Int { try await wrap { load(id, $0) }.get(cancellation: .forward) }
      public func user(id: Int) -> Promise<Int> { Promise { try await self.user(id: id) } }
      func name(_ id: Int) -> Promise<String> { firstly { retry { load(id) } }.map { "\\($0)" } }
      public func time() -> Promise<Int> { Promise { try await withTaskGroup { $0.addPromise(load(1)) } } }
      func show() async { do { try await user(id: 1) } catch PromiseError.timedOut { } catch { } }
    }

    """

  private let unused = "import Foundation\nimport PromiseCore\n"

  @Test func `the text form is this`() throws {
    let text = "\(TextReport(try report(sample, unused)))"
    let section = try #require(text.range(of: "WHAT IS LEFT").map { text[$0.lowerBound...] })
    #expect(
      section == """
        WHAT IS LEFT BEFORE YOU CAN LEAVE THIS LIBRARY
          Before you can leave: 11 uses of 8 operations in 1 file, 1 public function
          without an async form, 1 stored promise, 1 mention of its errors.

          uses  files  operation                    plain Swift
             3      1  Promise<Value>,              an async function
                       Guarantee<Value>
             1      1  wrap { handler in … }        wrap (Callback.swift, Wrap.swift)
             1      1  firstly                      nothing: keep what is inside
             2      1  Promise { try await f() },   Task { try await f() }
                       Promise(task),
                       Task(promise)
             1      1  chains                       statements; run `migrate-promises
                                                    unchain`
             1      1  promise.get(),               a call of the async form
                       promise.getResult()
             1      1  group.addPromise(promise)    group.addTask { … }
             1      1  retry, Backoff               retry (Retry.swift)

          Copy from Examples/Sources/PlainSwift:
            Callback.swift, Retry.swift, Wrap.swift

          public functions that return promises    2
            with an async form                     1
            without one: `unchain`, `add --async`  1

        STORED PROMISES: 1
          0.swift:4:3: private var request: Promise<Int>?

        ERRORS OF THIS LIBRARY: 1
          0.swift:9:58: PromiseError.timedOut

        PROMISE FORMS WITHOUT CALLERS: 2
          0.swift:6:
              API.user(id:), public: delete it when no other module calls it
          0.swift:7:
              API.name(_:), can be deleted

        FILES THAT IMPORT THIS LIBRARY WITHOUT USING IT: 1
          1.swift:2

        """)
  }

  @Test func `the Markdown form is this`() throws {
    let text = "\(MarkdownReport(try report(sample, unused)))"
    let section = try #require(text.range(of: "## What is left").map { text[$0.lowerBound...] })
    #expect(
      section == """
        ## What is left before you can leave this library

        Before you can leave: 11 uses of 8 operations in 1 file, 1 public function without an async form, 1 stored promise, 1 mention of its errors.

        ### Operations

        | operation | uses | files | plain Swift | copy |
        | --- | ---: | ---: | --- | --- |
        | `Promise<Value>`, `Guarantee<Value>` | 3 | 1 | an async function |  |
        | `wrap { handler in … }` | 1 | 1 | wrap | `Examples/Sources/PlainSwift/Callback.swift`, `Examples/Sources/PlainSwift/Wrap.swift` |
        | `firstly` | 1 | 1 | nothing: keep what is inside |  |
        | `Promise { try await f() }`, `Promise(task)`, `Task(promise)` | 2 | 1 | Task { try await f() } |  |
        | chains | 1 | 1 | statements; run `migrate-promises unchain` |  |
        | `promise.get()`, `promise.getResult()` | 1 | 1 | a call of the async form |  |
        | `group.addPromise(promise)` | 1 | 1 | group.addTask { … } |  |
        | `retry`, `Backoff` | 1 | 1 | retry | `Examples/Sources/PlainSwift/Retry.swift` |

        ### Functions that return promises

        1 of 2 public functions has an async form. `migrate-promises unchain` and `migrate-promises add --async` write async forms.

        | function | public | async form | callers | place | without callers |
        | --- | --- | --- | ---: | --- | --- |
        | `API.user(id:)` | yes | yes | 0 | `0.swift:6` | public: delete it when no other module calls it |
        | `API.name(_:)` |  |  | 0 | `0.swift:7` | can be deleted |
        | `API.time()` | yes |  | 0 | `0.swift:8` |  |

        ### Stored promises

        Store a `Task`, and await its `value`.

        | place | kind | code |
        | --- | --- | --- |
        | `0.swift:4:3` | `property` | `private var request: Promise<Int>?` |

        ### Errors of this library

        Define an error of your own, or test for `CancellationError`.

        | place | kind | code |
        | --- | --- | --- |
        | `0.swift:9:58` | `PromiseError` | `PromiseError.timedOut` |

        ### Files that import this library without using it

        Remove the import, and build.

        - `1.swift:2`

        """)
  }

  @Test func `every line has at most 80 columns`() throws {
    let operations = """
      import PromiseTesting
      Promise { r in f(r) }; Guarantee { f($0) }; wrap { f($0) }; x.complete(on: nil, f); Promise.value(1)
      firstly { f() }; Promise { f() }; q.async(.promise) { 1 }; x.then { f() }; hang(x); when(fulfilled: a, b)
      a.concurrentMap(maxConcurrent: 2) { f($0) }; race(a, b); Promise(collecting: a); g.addPromise(a); PromiseQueue()
      after(1); x.get(timeout: 1); retry { f() }; until(1) { f() }; resolver.progress; s.dataTask(.promise, with: u)
      c.observe(once: n); p.launch(.promise); o.observe(.promise, keyPath: k); SharedPromise { f() }; PromiseScope()
      PromiseCache<Int, Int>(); withPromiseScope { f() }; PromiseModel<Int>(); PromiseDiagnostics.handler = f
      @Test(.promises(order: .shuffled(seeds: 1...9))) func t() { ManualClock(); expectRejected(x); promisesSettled() }
      promisesLeftAlive(); x.get(cancellation: .forward)
      public func functionWithAVeryLongName(andALongLabel: Int, another: Int, andOneMore: Int) -> Promise<Int> { f() }
      public func functionWithAVeryLongName(andALongLabel: Int, another: Int, andOneMore: Int) async -> Int { 1 }

      """
    let report = try report(operations)
    #expect(try #require(report.leaving).operations.count == LibraryOperation.allCases.count { !$0.isListed })
    for line in "\(TextReport(report))".split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  @Test func `large numbers stay in their columns`() throws {
    let file = try read("import PromiseCore\nafter(1)\n")
    let report = Report(Array(repeating: file, count: 10_000) + [try read("import PromiseCore\nrace(a)\n")])
    let lines = "\(TextReport(report))".split(separator: "\n")
    #expect(lines.contains("   uses  files  operation                    plain Swift"))
    #expect(lines.contains("  10000  10000  after, delay                 Task.sleep(for:)"))
    #expect(lines.contains("      1      1  race, race(fulfilled:)       firstResult, firstSuccess"))
  }

  @Test func `long lists are shortened`() throws {
    let functions = (1...7).map { "private func f\($0)() -> Promise<Int> { g() }\n" }.joined()
    let text = "\(TextReport(try report("import PromiseCore\n" + functions)))"
    #expect(text.contains("PROMISE FORMS WITHOUT CALLERS: 7\n"))
    #expect(text.hasSuffix("  and 2 more; --format markdown lists all\n"))
  }
}
