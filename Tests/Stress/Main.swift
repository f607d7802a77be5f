import Dispatch
import Foundation
import PromiseConcurrency
import TestSupport

/// Runs every kind of test, round after round, and prints the losses: expectations that did not hold. The exit status
/// is 1 if there are any.
///
/// Promises are used as in production, outside of a test and its context.
@main struct Stress {
  static func main() async {
    if CommandLine.arguments.dropFirst().first == "roots" { await measureRoots() }
    guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
      print(Options.usage)
      exit(2)
    }
    let kinds = Kind.all.filter { kind in options.kind.map { kind.name.contains($0) } ?? true }
    guard !kinds.isEmpty else {
      print("No kind has \"\(options.kind ?? "")\" in its name. The kinds are:")
      for kind in Kind.all { print("  \(kind.name)") }
      exit(2)
    }
    Memory.prepare()
    // The main queue would not do, because this program does not run it.
    DispatchQueue.promises = DispatchQueue(label: "stress")
    Reports.shared.install()
    let watchdog = Watchdog()
    watchdog.start()

    var chance = SplitMix64(seed: options.seed)
    var table = Table()
    var memory = Memory()
    var rounds = 0
    var minutes = 0
    var alive = 0
    let start = ContinuousClock.now
    repeat {
      for kind in kinds {
        let trial = Trial(count: kind.count, seed: options.seedOfRounds ?? chance.next(), patience: options.patience)
        watchdog.watch(trial, kind.name)
        let time = await ContinuousClock().measure { await trial.run(kind) }
        table.add(kind, trial, time)
        alive = max(alive, trial.alive)
      }
      rounds += 1
      memory.measure()
      if Int((ContinuousClock.now - start) / .seconds(60)) > minutes {
        minutes = Int((ContinuousClock.now - start) / .seconds(60))
        table.add(minute: minutes, rounds: rounds, resident: memory.samples.last, alive: alive)
        print("minute \(minutes): \(rounds) rounds, \(table.losses.count) losses")
        fflush(nil)
      }
    } while options.rounds.map { rounds < $0 } ?? (ContinuousClock.now - start < .seconds(options.minutes * 60))
    if table.roundsOfLastMinute != rounds {
      table.add(minute: minutes + 1, rounds: rounds, resident: memory.samples.last, alive: alive)
    }

    table.show()
    print(
      "\nseed \(options.seed), \(rounds) rounds, \(Reports.shared.total) expected reports of abandoned or rejected promises"
    )
    if let (second, last) = memory.medians {
      print(
        "resident memory: median \(second.mebibytes) in the second quarter of the rounds, \(last.mebibytes) in the last quarter:",
        memory.grows ? "GROWS" : "does not grow")
    } else {
      print("resident memory: too few rounds to determine whether it grows")
    }
    if let growth = memory.growth {
      print(
        "resident memory: \(growth.kibibytes) per round, by linear regression over all rounds but the first quarter")
    }
    exit(table.losses.isEmpty && !memory.grows ? 0 : 1)
  }

  private static func measureRoots() async -> Never {
    guard let command = RootsCommand(CommandLine.arguments.dropFirst(2)) else {
      print(RootsCommand.usage)
      exit(2)
    }
    Memory.prepare()
    DispatchQueue.promises = DispatchQueue(label: "stress")
    exit(await command.run() ? 0 : 1)
  }
}
