import Dispatch
import Foundation
import PromiseConcurrency
import TestSupport

extension Kind {
  /// Random graphs.
  static let graphs = [Kind("graphs of guarantees and promises", 100, runGraphs)]

  /// Creates, cancels, settles, awaits and releases random graphs from several threads. Every wait must return.
  private static func runGraphs(_ trial: Trial) async {
    trial.expectsUnhandledRejections()
    let queues: [Graph.ExecutorKind: DispatchQueue] = [
      .serialA: DispatchQueue(label: "graphs a"), .serialB: DispatchQueue(label: "graphs b"),
      .concurrent: DispatchQueue(label: "graphs c", attributes: .concurrent),
    ]
    let runs = (0..<trial.count).map { number in
      var chance = trial.chance(number)
      return GraphRun(GraphGenerator.graph(seed: chance.next()), on: queues)
    }
    await clash(
      trial, { runs[$0].run(thread: 0) }, { runs[$0].run(thread: 1) }, { runs[$0].run(thread: 2) },
      { runs[$0].run(thread: 3) })
    for run in runs { run.releaseAll() }
    _ = await trial.isSoon { runs.allSatisfy(\.hanging.isEmpty) }
    for (number, run) in runs.enumerated() where !run.hanging.isEmpty {
      let waits = run.hanging.map { "w\($0)" }.joined(separator: ", ")
      print("HANG: \(waits) of graph \(number) did not return, seed of the round \(trial.seed)\n\(run.graph)")
      fflush(nil)
      trial.expect(false, "each wait returns")
    }
    let others = runs.filter(\.hanging.isEmpty)
    await trial.expectSoon("no object of a graph is still alive") { others.allSatisfy { $0.alive == 0 } }
  }
}
