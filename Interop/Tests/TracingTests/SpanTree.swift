import InMemoryTracing

/// The spans of one trace as text: a tree, in which the spans that have the same parent are in the order in which they
/// ended.
struct SpanTree: CustomStringConvertible {
  private let root: FinishedInMemorySpan?
  private let children: [String?: [FinishedInMemorySpan]]

  /// Creates the tree of the spans that have ended under the span with the name `root`.
  init(of tracer: InMemoryTracer, root: String) {
    let spans = tracer.finishedSpans
    self.root = spans.first { $0.operationName == root }
    children = Dictionary(grouping: spans, by: \.parentSpanID)
  }

  var description: String { root.map { lines(of: $0, indentation: "").joined(separator: "\n") } ?? "no such span" }

  private func lines(of span: FinishedInMemorySpan, indentation: String) -> [String] {
    [indentation + span.operationName]
      + (children[span.spanID] ?? []).flatMap { lines(of: $0, indentation: indentation + "  ") }
  }
}
