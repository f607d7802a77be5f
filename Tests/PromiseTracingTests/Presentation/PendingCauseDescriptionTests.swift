import TestSupport
import Testing

@testable import PromiseTracing

/// The words for each kind of cause, and their order.
@Suite(.sharingProcessors) struct PendingCauseDescriptionTests {
  private let here = "M/F.swift:1"

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
    #expect(TestGraph.causes([[dependency]]) == [words])
  }

  @Test func `a promise without a known producer says so`() {
    #expect(TestGraph.causes([[]]) == ["what settles the promise created at \(here) is not known"])
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
    #expect(TestGraph.causes([[dependency], [dependency]]) == [words])
  }

  @Test func `circles with the same sites are one cause, and all of them are displayed`() {
    let promises = TestGraph.promises([[2], [1], [4], [3]])
    let text = PendingSnapshot(promises: promises).description
    #expect(PendingSnapshot(promises: promises).causes.count == 1)
    for number in 1...4 { #expect(text.contains("#\(number) Promise<Int> from")) }
  }
}
