@testable import PromiseCore
@testable import PromiseTracing

/// Graphs of pending promises that no real promise belongs to.
enum TestGraph {
  /// Returns promises with the numbers 1, 2, …, each of which waits for the promises with the given numbers.
  static func promises(_ dependencies: [[Int]]) -> [PendingPromise] {
    var promises = dependencies.indices.map { index in
      PendingPromise(
        number: index + 1, age: 0, isCancelRequested: false, progress: nil,
        site: PromiseSite(file: "M/F.swift", line: 1), type: "Promise<Int>", callers: nil)
    }
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
