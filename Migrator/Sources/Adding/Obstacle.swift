/// Why a function gets no twin.
struct Obstacle: Error {
  /// A short identifier, by which remarks are counted.
  let reason: String
  /// A sentence: what, why, and what to do.
  let message: String

  init(_ reason: String, _ message: String) {
    self.reason = reason
    self.message = message
  }
}
