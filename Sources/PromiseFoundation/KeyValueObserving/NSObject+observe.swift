#if canImport(ObjectiveC)
  public import Foundation
  public import PromiseCore

  extension _KeyValueCodingAndObserving where Self: NSObject {
    /// Returns a promise of the next value of a property that supports key-value observing.
    ///
    /// The observation ends when the property changes, when the promise is canceled, and when the promise is released
    /// without a consumer. If the object is deallocated before that, the promise stays pending.
    ///
    /// - Parameters:
    ///   - namespace: The value `.promise`.
    ///   - keyPath: The property, which must be `@objc dynamic`.
    /// - Returns: A promise of the new value, which is fulfilled on the thread that changes the property. It is rejected
    ///   only if it is canceled.
    public func observe<Property: Sendable>(
      _ namespace: PromiseNamespace, keyPath: KeyPath<Self, Property>, file: StaticString = #fileID, line: UInt = #line
    ) -> Promise<Property> {
      .untilReleased(file: file, line: line) { fulfill in
        let observation = KeyValueObservation(
          observe(keyPath, options: .new) { _, change in
            if let value = change.newValue { fulfill(value) }
          })
        return { observation.end() }
      }
    }
  }
#endif
