import Testing

@testable import PromiseCore

/// The words for each kind of cause, and their order.
struct PendingCauseDescriptionTests {
  private let here = "M/F.swift:1"

  /// Returns the causes in a graph of promises with the given dependencies, without ages.
  private func causes(
    _ dependencies: [[PendingPromise.Dependency]], _ change: (inout [PendingPromise]) -> Void = { _ in }
  )
    -> [String]
  {
    var promises = TestGraph.promises(dependencies.map { _ in [] })
    for (index, dependencies) in dependencies.enumerated() { promises[index].dependencies = dependencies }
    change(&promises)
    return PendingSnapshot(promises: promises).causes.map { String($0.drop { $0 != ":" }.dropFirst(2)) }
  }

  @Test(
    arguments: [
      (.resolver, "a resolver created at M/F.swift:1 is alive and was never called"),
      (.task(name: nil), "a task, started at M/F.swift:1, has not ended"),
      (.task(name: "load"), "the task \"load\", started at M/F.swift:1, has not ended"),
      (.task(name: "a\nb"), "the task \"a b\", started at M/F.swift:1, has not ended"),
      (.queuedTask(name: "save"), "the task \"save\", added at M/F.swift:1, waits for its turn in a PromiseQueue"),
      (.timer(secondsLeft: 5), "a timer created at M/F.swift:1 is due in 5 s"),
      (.timer(secondsLeft: .infinity), "a timer created at M/F.swift:1 never fires"),
      (
        .queuedHandler(executor: "the queue q", seconds: 2),
        "the handler of a promise at M/F.swift:1 has been queued for 2 s on the queue q, which is suspended, blocked or busy"
      ),
      (
        .runningHandler(executor: "the queue q", seconds: 2),
        "the handler of a promise at M/F.swift:1 has been running for 2 s on the queue q"
      ),
      (
        .otherPromise(file: "A/B.swift", line: 7),
        "it waits for a promise created at A/B.swift:7, which is not part of this snapshot"
      ),
    ] as [(PendingPromise.Dependency, String)])
  func `each kind of cause has words`(_ dependency: PendingPromise.Dependency, _ words: String) {
    #expect(causes([[dependency]]) == [words])
  }

  @Test func `a promise without a known producer says so`() {
    #expect(causes([[]]) == ["what settles the promise created at \(here) is not known"])
  }

  @Test(
    arguments: [
      (.task(name: nil), "tasks started at M/F.swift:1 have not ended"),
      (.queuedTask(name: nil), "tasks added at M/F.swift:1 wait for their turn in a PromiseQueue"),
      (.timer(secondsLeft: 5), "timers created at M/F.swift:1 are due in 5 s"),
      (
        .otherPromise(file: "A/B.swift", line: 7),
        "they wait for a promise created at A/B.swift:7, which is not part of this snapshot"
      ),
    ] as [(PendingPromise.Dependency, String)])
  func `several promises of one site are one cause`(_ dependency: PendingPromise.Dependency, _ words: String) {
    #expect(causes([[dependency], [dependency]]) == [words])
  }

  @Test func `a handler that the main thread waits for is a deadlock and comes before a resolver`() {
    let found = causes([[.resolver], [.queuedHandler(executor: "the main queue", seconds: 2)]]) { promises in
      promises[1].waiters = [.thread(isMain: true, file: "A/B.swift", line: 7)]
    }
    #expect(
      found == [
        "the handler of a promise at \(here) has been queued for 2 s on the main queue: the main thread is blocked by "
          + "the wait at A/B.swift:7, which ends only after this handler; 1 blocked thread waits for it",
        "a resolver created at \(here) is alive and was never called",
      ])
  }

  @Test func `a deadlock is recognized in any of the handlers with the same creation site`() {
    let queued = PendingPromise.Dependency.queuedHandler(executor: "the main queue", seconds: 2)
    let found = causes([[queued], [queued]]) { promises in
      promises[1].waiters = [.thread(isMain: true, file: "A/B.swift", line: 7)]
    }
    #expect(found.count == 1)
    #expect(found[0].hasSuffix("which ends only after these handlers; 1 blocked thread waits for them"))
  }

  @Test func `a wait for something else blocks the main queue, too`() {
    let found = causes([[.queuedHandler(executor: "the main queue", seconds: 2)], [.resolver]]) { promises in
      promises[1].waiters = [.thread(isMain: true, file: "A/B.swift", line: 7)]
    }
    #expect(found.count == 2)
    #expect(found[1].hasSuffix("on the main queue: the main thread is blocked by the wait at A/B.swift:7"))
  }

  @Test func `a handler that is running on the main queue explains why another one is queued there`() {
    let found = causes([
      [.queuedHandler(executor: "the main queue", seconds: 2)],
      [.runningHandler(executor: "the main queue", seconds: 3)],
    ])
    #expect(found[0].hasSuffix("on the main queue, where the handler of a promise at \(here) has been running for 3 s"))
  }

  @Test func `circles with the same sites are one cause, and all of them are displayed`() {
    let promises = TestGraph.promises([[2], [1], [4], [3]])
    let text = PendingSnapshot(promises: promises).description
    #expect(PendingSnapshot(promises: promises).causes.count == 1)
    for number in 1...4 { #expect(text.contains("#\(number) Promise<Int> from")) }
  }

  @Test func `quotation marks with accents are escaped`() {
    var promises = TestGraph.promises([[], [1]])
    promises[0].waiters = [.promise(2, executor: "\"\u{301} <\u{338} \\\u{301}")]
    let snapshot = PendingSnapshot(promises: promises)
    #expect(snapshot.mermaid.contains("|\"handler on #quot;\u{301} #lt;\u{338} \\\u{301}\"|"))
    #expect(snapshot.graphviz.contains("[label = \"handler on \\\"\u{301} <\u{338} \\\\\u{301}\"]"))
  }
}
