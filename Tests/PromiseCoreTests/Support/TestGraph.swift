@testable import PromiseCore

/// Graphs of pending promises that no real promise belongs to.
enum TestGraph {
  /// Returns promises with the numbers 1, 2, …, each of which waits for the promises with the given numbers.
  static func promises(_ dependencies: [[Int]]) -> [PendingPromise] {
    let registry = PromiseRegistry()
    let kept = dependencies.map { _ in Promise<Int>(site: CreationSite("M/F.swift", 1), context: nil) }
    for promise in kept { registry.add(promise, withCallers: false) }
    // The registry does not retain the promises.
    var promises = withExtendedLifetime(kept) { PendingSnapshot(of: registry).promises }
    for (index, numbers) in dependencies.enumerated() {
      promises[index].dependencies = numbers.map { .promise($0) }
      for number in numbers { promises[number - 1].waiters.append(.promise(index + 1, executor: nil)) }
    }
    return promises
  }

  /// Returns the causes in a graph of promises with the given dependencies, without ages.
  static func causes(
    _ dependencies: [[PendingPromise.Dependency]], _ change: (inout [PendingPromise]) -> Void = { _ in }
  ) -> [String] {
    var promises = promises(dependencies.map { _ in [] })
    for (index, dependencies) in dependencies.enumerated() { promises[index].dependencies = dependencies }
    change(&promises)
    return PendingSnapshot(promises: promises).causes.map { String($0.drop { $0 != ":" }.dropFirst(2)) }
  }
}
