import Foundation

/// The state of a promise: pending with handlers, or resolved.
final class Box<T>: @unchecked Sendable {
  private let lock = NSLock()
  private var resolution: T?
  private var handlers: [(T) -> Void] = []

  init() {}
  init(_ resolution: T) { self.resolution = resolution }

  var value: T? { lock.withLock { resolution } }

  func seal(_ value: T) {
    let waiting: [(T) -> Void] = lock.withLock {
      guard resolution == nil else { return [] }
      resolution = value
      defer { handlers = [] }
      return handlers
    }
    for handler in waiting { handler(value) }
  }

  func pipe(_ handler: @escaping (T) -> Void) {
    let value: T? = lock.withLock {
      if resolution == nil { handlers.append(handler) }
      return resolution
    }
    if let value { handler(value) }
  }
}

extension Optional where Wrapped == DispatchQueue {
  /// Runs a handler on a queue, or at once without one.
  func run(_ flags: DispatchWorkItemFlags?, _ body: @escaping () -> Void) {
    guard let queue = self else { return body() }
    nonisolated(unsafe) let body = body
    queue.async(flags: flags ?? []) { body() }
  }
}
