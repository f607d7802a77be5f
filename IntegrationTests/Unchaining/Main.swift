import Foundation
import PromiseConcurrency

/// A promise or a guarantee that a function under test has returned.
struct Running {
  let cancel: () -> Void
  let isPending: () -> Bool
  let outcome: () async -> String

  init<T>(_ promise: Promise<T>) {
    cancel = { promise.cancel() }
    isPending = { promise.isPending }
    outcome = {
      do { return "fulfilled \(try await promise.get())" } catch { return "rejected \(error)" }
    }
  }

  init<T>(_ guarantee: Guarantee<T>) {
    cancel = { guarantee.cancel() }
    isPending = { guarantee.isPending }
    outcome = { "fulfilled \(await guarantee.get())" }
  }
}

/// A function under test. The generated file `Functions.swift` lists them.
struct Function {
  let name: String
  let call: @MainActor (Int) async -> Running

  init(_ name: String, _ call: @escaping @MainActor (Int) async -> Running) { (self.name, self.call) = (name, call) }
}

/// Ends the program if a run takes too long.
final class Watch: @unchecked Sendable {
  private let lock = NSLock()
  private var current = ""
  private var start = Date()

  init() {
    Thread.detachNewThread { [self] in
      while true {
        Thread.sleep(forTimeInterval: 1)
        let (name, start) = lock.withLock { (current, self.start) }
        guard Date().timeIntervalSince(start) > 10 else { continue }
        print(name, Scenario.shared.lines.joined(separator: "\n"), "hangs", separator: "\n")
        fflush(stdout)
        exit(1)
      }
    }
  }

  func begin(_ name: String) { lock.withLock { (current, start) = (name, Date()) } }
}

@main @MainActor struct Main {
  static let watch = Watch()

  static func main() async {
    DispatchQueue.main.setSpecific(key: isMainQueue, value: true)
    await turn()
    for function in functions {
      for n in [1, 4] {
        for isLate in [false, true] {
          await run(function, n, isLate, -1, .none)
          for failing in 0..<min(Scenario.shared.callCount, 6) {
            for kind in Kind.allCases where kind != .none { await run(function, n, isLate, failing, kind) }
          }
        }
      }
    }
    print("end")
  }

  private static func run(_ function: Function, _ n: Int, _ isLate: Bool, _ failing: Int, _ kind: Kind) async {
    let name = "= \(function.name)(\(n)), \(isLate ? "later" : "at once"), call \(failing): \(kind)"
    watch.begin(name)
    Scenario.shared.begin(failing: failing, kind: kind, isLate: isLate)
    let running = await function.call(n)
    if kind == .hang { await cancel(running) }
    let outcome = await running.outcome()
    // A canceled function may still run, perhaps on another thread.
    if kind == .hang { try? await Task.sleep(nanoseconds: 1_000_000) }
    for _ in 0..<5 { await turn() }
    print(name, Scenario.shared.lines.joined(separator: "\n"), outcome, separator: "\n")
  }

  /// Cancels a promise as soon as it waits for a call that hangs.
  private static func cancel(_ running: Running) async {
    var turns = 0
    while !Scenario.shared.isHanging, running.isPending(), turns < 200 {
      await turn()
      turns += 1
      if turns > 50 { try? await Task.sleep(nanoseconds: 1_000_000) }
    }
    guard Scenario.shared.isHanging else { return }
    // What waits for the call, perhaps on another thread, has to say so.
    try? await Task.sleep(nanoseconds: 1_000_000)
    await turn()
    guard running.isPending() else { return }
    note("cancel the result")
    running.cancel()
  }

  /// Waits until what is on the main queue has run.
  private static func turn() async {
    await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
  }
}
