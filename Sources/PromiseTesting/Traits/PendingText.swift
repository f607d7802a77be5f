import PromiseCore

/// What is pending in a test, as text for issues and as attachments.
struct PendingText {
  private let snapshot: PendingSnapshot
  /// What the promises of the test wait for, the most likely cause first.
  let findings: [(cause: PendingCause, tree: [String])]

  /// The largest number of lines of a tree in an issue. The attachment contains the whole tree.
  private static let lineLimit = 40

  /// Takes a snapshot of the promises of a test.
  init(_ context: PromiseContext) {
    snapshot = PendingSnapshot(in: context)
    findings = snapshot.findings
  }

  var isEmpty: Bool { snapshot.promises.isEmpty }

  /// Whether promises wait for each other.
  var hasCircle: Bool { findings.contains(where: \.cause.isCircle) }

  /// What to do about the most likely cause, for a body that waits.
  var remedy: String {
    if hasCircle { return "break the circle" }
    return switch findings.first?.cause.promises[0].dependencies.first {
    case .task, .queuedTask: "let the task end that the body waits for"
    case .runningHandler: "let the handler return, which cancellation cannot end"
    case .queuedHandler: "free the executor of the handler that the body waits for"
    default: "settle the promise that the body waits for"
    }
  }

  /// Attaches the tree and the graph to a test.
  func attach(to reporter: any TestReporter) {
    reporter.attach("\(reporter.testName)\n\(snapshot.description)\n", named: "pending-promises.txt")
    reporter.attach(snapshot.mermaid, named: "pending-promises.mmd")
  }

  /// Returns the first lines of the tree of a cause, and how many lines are left out.
  static func shortened(_ lines: [String], of cause: PendingCause) -> [String] {
    // Unless other promises wait, the tree would only repeat the cause.
    if cause.waiters.handlers + cause.waiters.allPromises == 0 { return [] }
    if lines.count <= lineLimit { return lines }
    return lines.prefix(lineLimit - 1) + ["… and \(lines.count - lineLimit + 1) more lines; see pending-promises.txt"]
  }
}
