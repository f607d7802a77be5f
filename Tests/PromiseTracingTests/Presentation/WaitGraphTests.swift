import TestSupport
import Testing

@testable import PromiseTracing

/// Which promises of a snapshot wait for which, and where a search for causes ends.
@Suite(.sharingProcessors) struct WaitGraphTests {
  @Test func `the roots of a graph are the components without a dependency outside`() {
    // 1 and 2 are a circle that waits for 3. 4 waits for itself. 5 waits for 1 and 4.
    let graph = WaitGraph(TestGraph.promises([[2], [1, 3], [], [4], [1, 4]]))
    #expect(Set(graph.roots) == [[2], [3]])
    #expect(graph.isCircle([3]))
    #expect(!graph.isCircle([2]))
    #expect(graph.waiting(forAnyOf: [2]).sorted() == [0, 1, 4])
    #expect(graph.awaited(by: 4) == [0, 1, 2, 3, 4])
  }

  @Test func `a graph without promises has no roots`() {
    #expect(WaitGraph([]).roots.isEmpty)
  }

  @Test func `each dependency is an edge in both directions`() {
    let graph = WaitGraph(TestGraph.promises([[], [1], [1, 2]]))
    #expect(graph.awaited == [[], [0], [0, 1]])
    #expect(graph.waiting == [[1, 2], [2], []])
    #expect(graph.roots == [[0]])
  }

  @Test func `a dependency on a promise that is not in the snapshot is no edge`() {
    var promises = TestGraph.promises([[]])
    promises[0].dependencies = [.promise(99)]
    let graph = WaitGraph(promises)
    #expect(graph.awaited == [[]] && graph.roots == [[0]] && !graph.isCircle([0]))
  }

  @Test func `a promise that waits for nothing but a timer has no real cause`() {
    // 2 waits for the timer 1. 4 waits for the resolver 3, and 5 for both.
    var promises = TestGraph.promises([[], [1], [], [3], [1, 3]])
    promises[0].dependencies = [.timer(secondsLeft: 1)]
    promises[2].dependencies = [.resolver]
    #expect(WaitGraph(promises).hasRealCause == [false, false, true, true, true])
  }
}
