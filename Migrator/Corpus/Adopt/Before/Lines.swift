import Foundation

/// The lines that a program prints. The program calls `end()` when it has printed the last one.
final class Lines: @unchecked Sendable {
  private let lock = NSLock()
  private var lines: [String] = []
  private let continuation: CheckedContinuation<[String], any Error>

  private init(_ continuation: CheckedContinuation<[String], any Error>) { self.continuation = continuation }

  func print(_ items: Any...) {
    let line = items.map { "\($0)" }.joined(separator: " ")
    lock.withLock { lines.append(line) }
  }

  func end() { continuation.resume(returning: lock.withLock { lines }) }

  /// Runs a program.
  static func of(_ program: (Lines) -> Void) async throws -> [String] {
    try await withCheckedThrowingContinuation { program(Lines($0)) }
  }
}

/// An error of the programs.
enum Failure: Error, Equatable {
  case small
  case large(Int)
}

/// Calls a handler later, as the functions of a system do.
func later(_ number: Int, completion: @escaping (Int?, Error?) -> Void) {
  DispatchQueue.global().async {
    if number < 0 { completion(nil, Failure.large(number)) } else { completion(number * 10, nil) }
  }
}
