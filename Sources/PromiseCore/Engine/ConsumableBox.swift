/// A value that a work item takes out once, and so releases before the work item is reported as finished.
final class ConsumableBox<Content: Sendable>: @unchecked Sendable {
  // No lock is needed: the box is filled before the work item is enqueued and emptied by that work item, which runs
  // once.
  private var content: Content?

  init(_ content: Content) { self.content = content }

  func take() -> Content { content.take()! }
}
