/// The order in which the handlers of a test run.
public struct HandlerOrder: Sendable {
  /// The seeds to run the test with, once for each; `nil` runs it once, in the natural order.
  let seeds: [Int]?

  /// The order that the queues, the actors and the machine produce.
  public static let natural = HandlerOrder(seeds: nil)

  /// Runs the test once for each seed, each time in an order that only the seed determines, and stops at the first run
  /// that fails.
  ///
  /// One job runs at a time, on its executor: a handler, or a part of a task up to its next suspension. Jobs on the same
  /// serial queue or actor keep their order. The order of different executors and tasks is random. Every such order can
  /// occur in the program, if only rarely.
  ///
  /// A seed determines the order of the jobs that the library knows: handlers, the work of `queue.async(.promise)`, the
  /// tasks of `Promise { await … }` and of `async` handlers, and the body of the test. It does not determine the order of
  /// other work: work that the code submits to Dispatch directly, tasks that the code starts itself, parts of tasks on
  /// the main actor and on actors with custom executors, and timers in real time (use `time: .manual`).
  ///
  /// Before macOS 15 and iOS 18, the order of tasks is not determined by a seed, only that of handlers.
  ///
  /// A private concurrent queue counts as a serial queue. If a job runs for two seconds, other jobs may run beside it,
  /// because it may be waiting for one of them.
  ///
  /// The issues of a failing run say which seed repeats it. The environment variable `PROMISES_SEED` repeats it as well:
  /// it overrides the seeds of every shuffled test.
  ///
  ///     PROMISES_SEED=17 swift test --filter aSearch
  ///
  /// - Parameter seeds: The seeds, such as `0..<100` or `[17]`. Without any, the test runs once, in the natural order.
  public static func shuffled(seeds: some Sequence<Int>) -> HandlerOrder {
    let seeds = SeedOverride.seed.map { [$0] } ?? Array(seeds)
    return HandlerOrder(seeds: seeds.isEmpty ? nil : seeds)
  }
}
