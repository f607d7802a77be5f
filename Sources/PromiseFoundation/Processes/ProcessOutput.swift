public import Foundation

/// What a process has written.
public struct ProcessOutput: Sendable, Equatable {
  /// The bytes that the process wrote to its standard output.
  public let out: Data
  /// The bytes that the process wrote to its standard error output.
  public let err: Data

  /// Creates the output of a process, for a test double.
  ///
  /// - Parameters:
  ///   - out: The bytes of the standard output.
  ///   - err: The bytes of the standard error output.
  public init(out: Data = Data(), err: Data = Data()) {
    self.out = out
    self.err = err
  }

  /// The standard output as UTF-8. Invalid bytes are replaced with U+FFFD.
  public var text: String { String(decoding: out, as: UTF8.self) }

  /// The standard error output as UTF-8. Invalid bytes are replaced with U+FFFD.
  public var errorText: String { String(decoding: err, as: UTF8.self) }
}
