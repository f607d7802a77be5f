#if canImport(ObjectiveC)
  import Foundation

  /// An observation that ends when it is released, or earlier.
  final class KeyValueObservation: @unchecked Sendable {
    // `invalidate()` may be called on any thread, and more than once.
    private let observation: NSKeyValueObservation

    init(_ observation: NSKeyValueObservation) { self.observation = observation }

    deinit { end() }

    /// Ends the observation.
    func end() { observation.invalidate() }
  }
#endif
