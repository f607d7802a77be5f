import PromiseSyntax
import SourceEditing
import SwiftSyntax

/// Finds the awaited promises of a file that have a replacement. What is inside of another one comes first.
final class PlainCollector: SyntaxVisitor {
  private let writer: PlainWriter
  private(set) var edits: [Edit] = []
  private(set) var files: Set<PlainSwiftFile> = []
  /// The number of promises that are replaced.
  private(set) var count = 0

  init(_ writer: PlainWriter) {
    self.writer = writer
    super.init(viewMode: .sourceAccurate)
  }

  override func visitPost(_ node: FunctionCallExprSyntax) {
    guard let awaited = AwaitedPromise(node), !hasEdits(in: node), let plain = plain(awaited) else { return }
    if plain.canThrow, !awaited.isTried {
      // A timer, which is a guarantee. Canceling the task ends the sleep, as the error of which is not wanted.
      guard let wait = node.parent?.as(AwaitExprSyntax.self), wait.parent?.is(CodeBlockItemSyntax.self) == true else {
        return
      }
      return replace(wait, with: plain, text: "try? await " + plain.text)
    }
    if plain.files.contains(.timeout) {
      for item in ErrorPatterns.timeoutClauses(around: node) {
        edits.append(Edit(replacing: item, with: "is TimedOut"))
      }
    }
    replace(node, with: plain, text: plain.text)
  }

  private func plain(_ awaited: AwaitedPromise) -> Plain? {
    guard let limit = awaited.argument("timeout") else { return writer.value(of: awaited.promise) }
    if let losers = awaited.argument("losers"), !losers.isWritten(".cancel") { return nil }
    return writer.timeout(of: awaited.promise, limit: limit, clock: awaited.argument("clock"))
  }

  override func visitPost(_ node: ForStmtSyntax) {
    guard let loop = CompletionLoop(node), !hasEdits(in: loop.first), let body = writer.asyncClosure(loop.transform)
    else { return }
    edits.append(
      Edit(
        from: loop.first.positionAfterSkippingLeadingTrivia, to: loop.last.endPositionBeforeTrailingTrivia,
        loop.text(transform: body.text)))
    files.formUnion(body.files.union([.concurrentMap]))
    count += 1
  }

  private func replace(_ node: some SyntaxProtocol, with plain: Plain, text: String) {
    edits.append(Edit(replacing: node, with: text))
    files.formUnion(plain.files)
    count += 1
  }

  /// Whether something inside is replaced first. The text outside is copied in the next round.
  private func hasEdits(in node: some SyntaxProtocol) -> Bool {
    let start = node.position.utf8Offset
    return edits.last.map { $0.range.lowerBound >= start } ?? false
  }
}
