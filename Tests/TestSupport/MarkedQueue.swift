package import Dispatch

/// A serial queue that knows whether the code that runs is on it.
package final class MarkedQueue: Sendable {
  package let queue: DispatchQueue
  private let key = DispatchSpecificKey<Bool>()

  /// - Parameter isActive: Whether it begins to work at once, and not when `activate()` is called on it.
  package init(_ label: String = #fileID, isActive: Bool = true) {
    queue = DispatchQueue(label: label, attributes: isActive ? [] : .initiallyInactive)
    queue.setSpecific(key: key, value: true)
  }

  /// Whether the code that runs is on this queue.
  package var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}

private let mainKey = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()

/// Whether the code that runs is on the main queue.
package var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: mainKey) == true }
