/// An operation of swift-promises that code has to replace before it can leave the library.
///
/// The article "How do I leave this library?" has a row for each of them, in the same order.
package enum LibraryOperation: String, Hashable, Sendable, Codable, CaseIterable, CodingKeyRepresentable {
  /// A mention of `Promise` or `Guarantee` that is no other operation, such as in a signature.
  case promiseType
  /// A promise that its resolver settles.
  case resolver
  case seal
  case wrap
  case complete
  /// A promise that is settled from the beginning.
  case value
  case firstly
  /// A promise of an `async` closure or a task, or a task of a promise.
  case task
  case queueWork
  /// A property or variable whose value is a promise, or contains promises.
  case storedPromise
  /// A chain of operators, which counts once.
  case chain
  /// A call that awaits a promise.
  case await
  /// A call that blocks its thread until a promise settles.
  case wait
  case when
  case concurrentMap
  case race
  /// A promise of an asynchronous sequence.
  case collecting
  case addPromise
  case queue
  case after
  case timeout
  case retry
  case until
  case progress
  case urlSession
  case notification
  case process
  case keyValueObservation
  case sharedPromise
  case cache
  case scopedWork
  case scope
  case model
  case diagnostics
  case trait
  case manualClock
  case shuffledOrder
  case expectation
  case settledPromises
  case promisesLeftAlive
  /// A mention of an error of the library, or of the cancellation of an error.
  case error

  /// Whether each use is listed with its place, because each needs a decision of its own.
  package var isListed: Bool { self == .storedPromise || self == .error }
}
