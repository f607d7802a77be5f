import Dispatch
import Foundation
import PromiseConcurrency
import TestSupport

extension Kind {
  /// Random graphs.
  static let graphs = [Kind("graphs of guarantees and promises", 100, playGraphs)]

  /// Creates, cancels, settles, awaits and lets go of random graphs from several threads. Each wait has to return.
  private static func playGraphs(_ trial: Trial) async {
    trial.expectsUnhandledRejections()
    let queues: [Graph.Place: DispatchQueue] = [
      .serialA: DispatchQueue(label: "graphs a"), .serialB: DispatchQueue(label: "graphs b"),
      .concurrent: DispatchQueue(label: "graphs c", attributes: .concurrent),
    ]
    let runs = (0..<trial.count).map { number in
      var chance = trial.chance(number)
      return GraphRun(GraphGenerator.graph(seed: chance.next()), on: queues)
    }
    await clash(
      trial, { runs[$0].play(thread: 0) }, { runs[$0].play(thread: 1) }, { runs[$0].play(thread: 2) },
      { runs[$0].play(thread: 3) })
    for run in runs { run.dropAll() }
    _ = await trial.isSoon { runs.allSatisfy(\.hanging.isEmpty) }
    for (number, run) in runs.enumerated() where !run.hanging.isEmpty {
      let waits = run.hanging.map { "w\($0)" }.joined(separator: ", ")
      print("HANG: \(waits) did not return in graph \(number) of the round with the seed \(trial.seed)\n\(run.graph)")
      fflush(nil)
      trial.expect(false, "each wait returns")
    }
    let others = runs.filter(\.hanging.isEmpty)
    await trial.expectSoon("objects of graphs left alive") { others.allSatisfy { $0.alive == 0 } }
  }
}
