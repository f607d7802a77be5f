extension PendingSnapshot: CustomStringConvertible {
  /// The likely causes, the most likely first, and a tree of the promises.
  ///
  /// The roots of the tree are the promises that wait for no other promise. Below each promise stands what waits for it.
  /// More than a hundred promises are summarized by creation site.
  public var description: String { PendingOverview(promises).text }

  /// The likely causes in words, the most likely first.
  ///
  /// A cause is a promise on which others wait and that waits for no other promise, or a circle. Such promises with the
  /// same creation site are one cause.
  public var causes: [String] { PendingCause.all(in: WaitGraph(promises)).map(\.description) }

  /// The graph of the promises in the language of Mermaid, which GitHub and other tools display in Markdown.
  ///
  /// An arrow leads from what waits to what it waits for. The promises from which the tree starts are red. More than a
  /// hundred promises are summarized by creation site.
  public var mermaid: String { PendingOverview(promises).mermaid }

  /// The graph of the promises in the DOT language of Graphviz.
  ///
  /// The graph is that of ``mermaid``. `dot -Tsvg` makes a picture of it.
  public var graphviz: String { PendingOverview(promises).graphviz }
}

extension PendingSnapshot {
  /// The causes, without timers that only limit the wait for something else, with the tree of each.
  package var findings: [(cause: PendingCause, tree: [String])] {
    let overview = PendingOverview(promises)
    let all = overview.causes.enumerated().map { (cause: $0.element, tree: overview.tree(ofCause: $0.offset)) }
    let main = all.filter { !$0.cause.isOnlyLimit }
    return main.isEmpty ? all : main
  }

  /// Returns a clause that says why the promise with a number is pending, or `nil` if the promise is not in the snapshot.
  package func reason(whyPending number: Int) -> String? {
    guard let index = promises.firstIndex(where: { $0.number == number }) else { return nil }
    let graph = WaitGraph(promises)
    let awaited = Set(graph.awaited(by: index).map { promises[$0].number })
    let cause = PendingCause.all(in: graph).first { $0.promises.contains { awaited.contains($0.number) } }
    guard let cause else { return nil }
    let isItself = cause.promises.contains { $0.number == number }
    if isItself { return "it \(cause.state(of: promises[index]))" }
    return "it waits \(promises[index].attempt.map { "\($0) " } ?? "")because \(cause.explanation)"
  }
}
