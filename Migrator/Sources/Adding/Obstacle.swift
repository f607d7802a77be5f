/// A reason for which a function gets no twin.
struct Obstacle: Error {
  /// A short identifier, by which remarks are counted.
  let reason: String
  /// One or two sentences that say what the obstacle is and what to do.
  let message: String
  /// A text that several obstacles share. It is printed with the first of them.
  let explanation: String?

  init(_ reason: String, _ message: String, explanation: String? = nil) {
    self.reason = reason
    self.message = message
    self.explanation = explanation
  }
}
