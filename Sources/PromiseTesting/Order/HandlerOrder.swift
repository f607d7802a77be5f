/// In what order the handlers of a test run.
public struct HandlerOrder: Sendable {
  /// One run of the test for each; `nil`: one run, as things come.
  let seeds: [Int]?

  /// As they come: the queues and the actors decide, and the machine.
  public static let natural = HandlerOrder(seeds: nil)

  /// Runs the test once for each seed, each time in an order that only the seed determines, and stops at the first that
  /// fails.
  ///
  /// See ``shuffled(seed:)``. The issues of a failing run say which seed repeats it. So does the environment variable
  /// `PROMISES_SEED`, which takes the place of the seeds of every shuffled test that is run:
  ///
  ///     PROMISES_SEED=17 swift test --filter aSearch
  ///
  /// - Parameter seeds: Which seeds, such as `0..<100`; none: runs the test once, in the natural order.
  public static func shuffled(seeds: some Sequence<Int>) -> HandlerOrder {
    let seeds = Environment.seed.map { [$0] } ?? Array(seeds)
    return HandlerOrder(seeds: seeds.isEmpty ? nil : seeds)
  }

  /// Runs the test in an order that only the seed determines.
  ///
  /// One thing at a time happens, in its place: a handler, or what a task does up to where it waits. What is due on the
  /// same serial queue or actor keeps its order; between them, and between tasks, chance decides. Those are orders that
  /// can occur in the program, if rarely.
  ///
  /// What the library knows of is put in order: handlers, the work of `Promise(on:)` and `queue.async(.promise)`, the
  /// tasks of `Promise { await … }` and of `async` handlers, the body of the test. What else runs is not: work that code
  /// sends through Dispatch by itself, tasks that it starts by itself, what tasks do on the main actor and on
  /// actors with executors of their own, timers that wait for real (use `time: .manual`).
  /// A private concurrent queue is taken for a serial one. A job that runs for two seconds loses its turn, since it
  /// may be waiting for another.
  ///
  /// - Parameter seed: Any number.
  public static func shuffled(seed: Int) -> HandlerOrder {
    HandlerOrder(seeds: [Environment.seed ?? seed])
  }
}
