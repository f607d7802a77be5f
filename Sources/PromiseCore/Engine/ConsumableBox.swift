/// A value that is taken out once, so that a work item has released it before the work item is reported as finished.
final class ConsumableBox<Content: Sendable>: @unchecked Sendable {
  // Guarded by use: filled before the work item is enqueued, emptied by that work item, which runs once.
  private var content: Content?

  init(_ content: Content) { self.content = content }

  func take() -> Content { content.take()! }
}
