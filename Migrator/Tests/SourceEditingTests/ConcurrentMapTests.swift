import SwiftSyntax
import Synchronization
import Testing

@testable import SourceEditing

@Suite struct ConcurrentMapTests {
  @Test func `the results are in the order of the elements`() {
    #expect(concurrentMap(Array(0..<1000)) { $0 * 2 } == (0..<1000).map { $0 * 2 })
    #expect(concurrentMap([Int]()) { $0 } == [])
  }

  @Test func `the progress counts every element once, in order`() {
    let counts = Mutex<[Int]>([])
    _ = concurrentMap(Array(0..<100), progress: { count in counts.withLock { $0.append(count) } }) { $0 }
    #expect(counts.withLock { $0 } == Array(1...100))
  }

  @Test func `the stacks are large enough for a chain of 1,000 calls`() throws {
    let source = try SourceText("a" + String(repeating: ".f()", count: 1000) + "\n")
    let counts = concurrentMap([source]) { source in
      let counter = CallCounter(viewMode: .sourceAccurate)
      counter.walk(source.tree)
      return counter.count
    }
    #expect(counts == [1000])
  }
}

private final class CallCounter: SyntaxVisitor {
  var count = 0

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    count += 1
    return .visitChildren
  }
}
