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
      func run(_ count: Int) async {
        for _ in 0..<count { await each.run(roots) }
        await settle(roots)
      }
      // The first iterations fill the caches of the allocator and of the runtime.
      await run(iterations / 4)
      let before = Heap.allocatedBytes ?? 0
      await run(iterations)
      let growth = Double((Heap.allocatedBytes ?? 0) - before) / Double(iterations)
      let (captures, consumers) = (roots.alive, roots.consumerCount)
      let isGrowing = growth >= Self.limit || captures > 0 || consumers > Roots.maximumOfDepartedConsumers
      if isGrowing { isFlat = false }
      show(each.name, growth, "\(captures)", "\(consumers)", isGrowing)
      roots.settle()
    }
    for loop in EndlessLoop.all where isSelected(loop.name) {
      let growth = await loop.growth(steps: iterations * 25)
      let isGrowing = growth >= Self.limit
      if isGrowing { isFlat = false }
      show(loop.name, growth, "", "", isGrowing)
    }
    return isFlat
  }

  private func isSelected(_ name: String) -> Bool { pattern.map { name.contains($0) } ?? true }

  /// Waits, for a limited time, until no captures are alive: the thread that ran the last handler may not have released
  /// it yet, and neither may an actor.
  private func settle(_ roots: Roots) async {
    for _ in 0..<200 where roots.alive > 0 { try? await Task.sleep(for: .milliseconds(5)) }
  }

  private func show(
    _ name: String, _ growth: Double, _ captures: String, _ consumers: String, _ isGrowing: Bool
  ) {
    let bytes = "\((growth * 10).rounded() / 10)"
    print(name.padded(52), bytes.right(20), captures.right(9), consumers.right(10), isGrowing ? " GROWS" : "")
    fflush(nil)
  }
}
