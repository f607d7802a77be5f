/// The order in which the handlers of a test run.
///
/// Pass it to the trait or to `withPromises`: `.promises(order: .shuffled(seeds: 0..<100))`.
public struct HandlerOrder: Sendable {
  /// The seeds to run the test with, once for each seed, or `nil` to run it once in the natural order.
  let seeds: [Int]?

  /// The order in which queues, actors and the system happen to run the handlers.
  public static let natural = HandlerOrder(seeds: nil)

  /// Runs the test once for each seed, each time in an order that the seed determines, and stops after the first run
  /// that fails.
  ///
  /// ```swift
  /// @Test(.promises(order: .shuffled(seeds: 0..<100))) func `the last query wins in any order`() async {
  ///   let field = SearchField()
  ///   field.type("sw")
  ///   field.type("swift")
  ///   #expect(await promisesSettled(timeout: .seconds(5)))
  ///   #expect(field.results == "index: swift")
  /// }
  /// ```
  ///
  /// One job runs at a time, on its executor. A job is a handler, or a part of a task up to its next suspension. Jobs
  /// on the same serial queue or actor keep their order; the order between executors and tasks is random. Each of these
  /// orders can occur in the program, however rarely.
  ///
  /// **A seed determines** the order of the jobs that the library schedules: handlers, the work of
  /// `queue.async(.promise)`, the tasks of `Promise { await … }` and of `async` handlers, and the body of the test.
  /// Before macOS 15 and iOS 18, it determines the order of handlers only.
  ///
  /// **A seed does not determine** the order of other work: work that the code submits to Dispatch directly, tasks that
  /// the code starts itself, parts of tasks on the main actor and on actors with custom executors, and timers in real
  /// time (use `time: .manual`).
  ///
  /// A private concurrent queue is treated as a serial queue. If a job runs for two seconds, other jobs may run
  /// concurrently with it, because it may be waiting for one of them.
  ///
  /// A static property, and in XCTest also a property of the test case, keeps what earlier runs have left in it. If a
  /// seed fails only after others, that is the cause: create all state in the test itself.
  ///
  /// Each issue of a failing run names the seed that repeats the run. The environment variable `PROMISES_SEED`
  /// overrides the seeds of every shuffled test:
  ///
  ///     PROMISES_SEED=17 swift test --filter SearchTests
  ///
  /// - Parameter seeds: The seeds, such as `0..<100` or `[17]`. If the sequence is empty, the test runs once in the
  ///   natural order.
  /// - Returns: The shuffled order.
  public static func shuffled(seeds: some Sequence<Int>) -> HandlerOrder {
    let seeds = SeedOverride.seed.map { [$0] } ?? Array(seeds)
    return HandlerOrder(seeds: seeds.isEmpty ? nil : seeds)
  }
}
