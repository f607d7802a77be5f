import Dispatch
import Foundation
import PromiseConcurrency
import PromiseCore
import TestSupport

/// Measures what consumers leave behind that are no longer wanted, and what endless loops of promises do: the bytes per
/// iteration, and the captures and consumers that remain. The exit status is 1 if any of them grows.
struct RootsCommand {
  static let usage = """
    usage: stress roots [--iterations N] [--pattern TEXT]

      --iterations N   the number of iterations of each pattern (40000)
      --pattern TEXT   runs only the patterns with TEXT in their name
    """

  /// The bytes per iteration from which a pattern counts as growing. Blocks that the allocator keeps for each thread
  /// are allocated only once.
  private static let limit = 8.0

  private var iterations = 40_000
  private var pattern: String?

  /// Returns `nil` if the arguments are invalid.
  init?(_ arguments: some Sequence<String>) {
    var rest = arguments.makeIterator()
    while let name = rest.next() {
      guard let text = rest.next() else { return nil }
      switch name {
      case "--iterations":
        guard let number = Int(text), number > 0 else { return nil }
        iterations = number
      case "--pattern": pattern = text
      default: return nil
      }
    }
  }

  /// Runs the patterns, and prints a table. Returns whether none of them grows.
  func run() async -> Bool {
    var isFlat = true
    print("pattern".padded(52), "bytes per iteration".right(20), "captures".right(9), "consumers".right(10))
    for each in RootPattern.all where isSelected(each.name) {
      let roots = Roots()
      // The first iterations fill the caches of the allocator and of the runtime.
      for _ in 0..<iterations / 4 { await each.run(roots) }
      var growth = await growth(of: each, roots)
      // A busy system may start threads meanwhile. What they need is allocated only once.
      for _ in 0..<4 where growth >= Self.limit { growth = min(growth, await self.growth(of: each, roots)) }
      let (captures, consumers) = (roots.alive, roots.consumerCount)
      let isGrowing = growth >= Self.limit || captures > 0 || consumers > Roots.maximumOfDepartedConsumers
      if isGrowing { isFlat = false }
      show(each.name, growth, "\(captures)", "\(consumers)", isGrowing)
      roots.settle()
    }
    for loop in EndlessLoop.all where isSelected(loop.name) {
      var growth = await loop.growth(steps: iterations * 25)
      // A measurement takes place while the loop is running, so it may include what the last steps have yet to release.
      for _ in 0..<4 where growth >= Self.limit { growth = min(growth, await loop.growth(steps: iterations * 25)) }
      let isGrowing = growth >= Self.limit
      if isGrowing { isFlat = false }
      show(loop.name, growth, "", "", isGrowing)
    }
    return isFlat
  }

  /// Runs a pattern, and returns the bytes per iteration that it leaves behind.
  private func growth(of pattern: RootPattern, _ roots: Roots) async -> Double {
    var before = Heap.allocatedBytes ?? 0
    await wait {
      defer { before = Heap.allocatedBytes ?? 0 }
      return (Heap.allocatedBytes ?? 0) >= before
    }
    for _ in 0..<iterations { await pattern.run(roots) }
    var growth: Double { Double((Heap.allocatedBytes ?? 0) - before) / Double(iterations) }
    await wait { growth < Self.limit && roots.alive == 0 }
    return growth
  }

  private func isSelected(_ name: String) -> Bool { pattern.map { name.contains($0) } ?? true }

  /// Waits, for a limited time, until a condition holds: threads, timers and actors release objects a little later.
  private func wait(until condition: () -> Bool) async {
    for _ in 0..<100 {
      try? await Task.sleep(for: .milliseconds(10))
      if condition() { return }
    }
  }

  private func show(
    _ name: String, _ growth: Double, _ captures: String, _ consumers: String, _ isGrowing: Bool
  ) {
    let bytes = "\((growth * 10).rounded() / 10)"
    print(name.padded(52), bytes.right(20), captures.right(9), consumers.right(10), isGrowing ? " GROWS" : "")
    fflush(nil)
  }
}
