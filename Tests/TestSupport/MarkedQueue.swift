package import Dispatch

/// A serial queue that can tell whether the calling code runs on it.
package final class MarkedQueue: Sendable {
  package let queue: DispatchQueue
  private let key = DispatchSpecificKey<Bool>()

  /// Creates a queue.
  ///
  /// - Parameters:
  ///   - label: The label of the queue.
  ///   - isActive: Whether the queue runs work items immediately, rather than after a call of `activate()`.
  package init(_ label: String = #fileID, isActive: Bool = true) {
    queue = DispatchQueue(label: label, attributes: isActive ? [] : .initiallyInactive)
    queue.setSpecific(key: key, value: true)
  }

  /// Whether the calling code runs on this queue.
  package var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}

private let mainKey = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()

/// Whether the calling code runs on the main queue.
package var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: mainKey) == true }
