/// Why a function gets no twin.
struct Obstacle: Error {
  /// A short identifier, by which remarks are counted.
  let reason: String
  /// One or two sentences: what, why, and what to do.
  let message: String
  /// What holds for all functions that are left for the reason. It is printed once per run.
  let explanation: String?

  init(_ reason: String, _ message: String, explanation: String? = nil) {
    self.reason = reason
    self.message = message
    self.explanation = explanation
  }
}
