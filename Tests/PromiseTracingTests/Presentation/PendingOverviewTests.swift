import Dispatch
import PromiseTesting
import TestSupport
import Testing

@testable import PromiseTracing

/// How the promises of a snapshot are displayed, as text and as graphs.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit, pending: .ignore, abandoned: .ignore))
struct PendingOverviewTests {
  /// Replaces the ages in a text, which differ from run to run.
  private func withoutAges(_ text: String) -> String {
    text.replacing(/\b(\d+ min( \d+ s)?|\d+(\.\d+)? m?s)\b/, with: "0 s").replacing("0 s to 0 s", with: "0 s")
  }

  private var snapshot: PendingSnapshot { PromiseDiagnostics.pendingPromises() }

  @Test func `more than a hundred promises are summarized by creation site`() {
    let resolvers = (0..<150).map { _ in Promise<Int>.pending().resolver }
    let line = #line - 1
    let all = when(fulfilled: resolvers.map(\.promise))
    let text = withoutAges(snapshot.description)
    #expect(text.hasPrefix("151 pending promises\n"))
    #expect(
      text.hasSuffix(
        """

        150 × Promise<Int> from pending, \(#fileID):\(line), 0 s, waits for its resolver
        ↳ #151 Promise<Array<Int>> from when(fulfilled:), \(#fileID):\(line + 2), 0 s
        """))
    #expect(snapshot.graphviz.contains("label = \"150 ×\""))
    withExtendedLifetime((resolvers, all)) {}
  }

  @Test func `promises of different types with the same creation site are displayed apart`() {
    let kept = (0..<60).map { _ in (Promise<Int>.pending(), Promise<String>.pending()) }
    let line = #line - 1
    let text = withoutAges(snapshot.description)
    #expect(snapshot.causes.count == 1)
    for type in ["Int", "String"] {
      #expect(
        text.contains("\n60 × Promise<\(type)> from pending, \(#fileID):\(line), 0 s, waits for its resolver"))
    }
    withExtendedLifetime(kept) {}
  }

  @Test func `the graphs contain each promise and each edge once`() {
    let (promise, resolver) = Promise<Int>.pending()
    let line = #line - 1
    let derived = promise.map(on: DispatchQueue(label: "\"a\" <b>\\")) { $0 }
    promise.pipe { _ in }
    let site = "\(#fileID):\(line)"
    #expect(
      withoutAges(snapshot.mermaid)
        == """
        flowchart BT
          p0["#35;1 Promise#lt;Int#gt;<br/>pending<br/>\(site)<br/>pending for 0 s<br/>waits for its resolver"]:::root
          p1["#35;2 Promise#lt;Int#gt;<br/>map<br/>\(#fileID):\(line + 2)<br/>pending for 0 s"]
          p1 -->|"handler on the queue #quot;a#quot; #lt;b#gt;\\"| p0
          w0(["a handler"]) --> p0
          classDef root fill:#fdd,stroke:#c00,color:#000

        """)
    let graphviz = withoutAges(snapshot.graphviz)
    #expect(graphviz.contains("  p0 [label = \"#1 Promise<Int>\\npending\\n\(site)\\npending for 0 s\\nwaits for its"))
    #expect(graphviz.contains("  p1 -> p0 [label = \"handler on the queue \\\"a\\\" <b>\\\\\"]\n"))
    #expect(graphviz.contains("  w0 -> p0\n}\n"))
    withExtendedLifetime((resolver, derived)) {}
  }

  @Test func `a chain of a hundred thousand promises is analyzed and displayed without recursion`() {
    let count = 100_000
    let promises = TestGraph.promises((0..<count).map { $0 == 0 ? [] : [$0] })
    let graph = WaitGraph(promises)
    #expect(graph.roots == [[0]])
    #expect(graph.waiting(forAnyOf: [0]).count == count - 1)
    let text = PendingOverview(promises).text
    #expect(text.hasPrefix("100,000 pending promises\n"))
    // The promises have one creation site.
    #expect(text.split(separator: "\n").count == 4)
  }

  @Test func `quotation marks with accents are escaped`() {
    var promises = TestGraph.promises([[], [1]])
    promises[0].waiters = [.promise(2, executor: "\"\u{301} <\u{338} \\\u{301}")]
    let snapshot = PendingSnapshot(promises: promises)
    #expect(snapshot.mermaid.contains("|\"handler on #quot;\u{301} #lt;\u{338} \\\u{301}\"|"))
    #expect(snapshot.graphviz.contains("[label = \"handler on \\\"\u{301} <\u{338} \\\\\u{301}\"]"))
  }

  @Test func `up to a hundred promises are displayed one by one`() {
    let promises = TestGraph.promises(Array(repeating: [], count: PendingOverview.detailLimit))
    let overview = PendingOverview(promises)
    #expect(overview.vertices.count == 100 && overview.count == 100)
    #expect(overview.vertices.map { $0.promises.map(\.number) } == (1...100).map { [$0] })
    let more = PendingOverview(TestGraph.promises(Array(repeating: [], count: PendingOverview.detailLimit + 1)))
    #expect(more.vertices.map(\.promises.count) == [101] && more.count == 101)
  }

  @Test func `a vertex knows what waits for it, and whether it is a root or part of a circle`() {
    var promises = TestGraph.promises([[], [1], [4], [3]])
    promises[0].waiters += [.handler(executor: nil), .handler(executor: nil)]
    let vertices = PendingOverview(promises).vertices
    #expect(vertices.map(\.isRoot) == [true, false, true, true])
    #expect(vertices.map(\.isCircle) == [false, false, true, true])
    #expect(vertices[0].waiting.map(\.vertex) == [1] && vertices[0].waiting.map(\.count) == [1])
    #expect(vertices[0].others.map(\.count) == [2])
  }

  @Test func `a vertex says what its promises wait for, unless others wait with them`() {
    let vertices = PendingOverview(TestGraph.promises([[], [1], [3]])).vertices
    #expect(vertices.map(\.states) == [["waits for something unknown"], [], ["waits for itself"]])
  }
}
