/// An invalid command line, with a message that explains the problem.
package struct UsageError: Error, Equatable {
  /// What is wrong with the command line.
  package let message: String

  /// Creates the error with a message.
  package init(message: String) { self.message = message }
}
