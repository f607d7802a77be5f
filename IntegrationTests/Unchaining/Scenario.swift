import Foundation

enum Failure: Error { case bad(Int), worse, left }

/// How a call fails. The promise of a call that hangs settles only when it is canceled.
enum Kind: CaseIterable { case none, bad, worse, promiseCanceled, taskCanceled, hang }

/// What happens in one run of a function under test, and the lines that it logs.
final class Scenario: @unchecked Sendable {
  static let shared = Scenario()

  private let lock = NSLock()
  private var logged: [String] = []
  private var calls = 0
  private var failing = -1
  private var kind = Kind.none
  private var isLate = false
  private var hangs = false
  private var count = 0

  /// Begins a run in which the call with the number `failing` fails, and in which promises settle at once or later.
  func begin(failing: Int, kind: Kind, isLate: Bool) {
    lock.withLock {
      (logged, calls, count, hangs) = ([], 0, 0, false)
      (self.failing, self.kind, self.isLate) = (failing, kind, isLate)
    }
  }

  /// Counts a call. Returns how it fails, and whether its promise settles later.
  func call(_ name: String, _ argument: Any) -> (kind: Kind, isLate: Bool) {
    lock.withLock {
      logged.append("\(name) \(argument)")
      calls += 1
      return (calls - 1 == failing ? kind : .none, isLate)
    }
  }

  func add(_ line: String) { lock.withLock { logged.append(line) } }
  func hang() { lock.withLock { hangs = true } }
  var lines: [String] { lock.withLock { logged } }
  var callCount: Int { lock.withLock { calls } }
  var isHanging: Bool { lock.withLock { hangs } }

  func next() -> Int {
    lock.withLock {
      count += 1
      logged.append("tick \(count)")
      return count
    }
  }
}
