import Foundation
import PromiseConcurrency

/// Plays a program for real and in the reference, and says how they differ.
package final class Judge: Sendable {
  package enum Verdict: Sendable {
    /// It came to where the reference may come to.
    case same
    /// It did not.
    case different(String)
    /// There are too many orders in which it can happen to look at all of them.
    case tooWide
  }

  private let places: Places
  private let surroundings: Surroundings
  /// How many worlds of the reference to look at.
  private let limit: Int
  private let count = Lock(0)

  package init(in surroundings: Surroundings, limit: Int = 300) {
    places = Places()
    self.surroundings = surroundings
    self.limit = limit
    if case .process = surroundings { Surroundings.prepareProcess(places) }
  }

  /// - Parameter patience: How long to wait, in seconds, for what the reference says will happen.
  package func judge(_ program: Program, patience: Double) -> Verdict {
    let number = count.withLock { count in
      count += 1
      return count
    }
    let meaning = Meaning(program)
    var explorer = Explorer(meaning, limit: limit)
    let player = Player(program, number: number, places: places)
    let around = surroundings.begin(player.journal, places)
    // So that nothing is left of it when the next is played.
    defer { _ = isGone(player, patience) }
    var worlds = [meaning.start]
    var view = View(meaning)
    for (index, batch) in program.batches.enumerated() {
      guard let ends = explorer.play(batch, from: worlds) else {
        return playOn(player, from: index, around, meaning, patience)
      }
      view.add(batch)
      let expected = Dictionary(grouping: ends) { view.sight(of: $0) }
      player.play(batch, around)
      let seen = waitUntil(
        patience, timers: program.hasTimers, tasks: program.hasTasks, { view.only(player.look()) },
        { expected[$0] != nil })
      guard let sight = seen else {
        return .different("batch \(index): \(view.difference(view.only(player.look()), Array(expected.keys)))")
      }
      // A task that has been started and has not begun yet cannot be told from one that will never be; nor a timer that
      // is going off from one that has done all that it does.
      let isCertain = !program.hasTasks && !program.hasTimers
      worlds = isCertain ? expected[sight]! : ends.filter { sight.mayBecome(view.sight(of: $0)) }
    }
    if let faults = faults(of: player, meaning, patience) { return .different(faults) }
    guard let ends = explorer.end(from: worlds) else { return .tooWide }
    return last(player.journal, ends, meaning, patience)
  }

  /// Plays what is left of a program of which nobody knows what it comes to. What must never be can still be seen.
  private func playOn(
    _ player: Player, from batch: Int, _ around: Surroundings.Inside, _ meaning: Meaning, _ patience: Double
  ) -> Verdict {
    for batch in player.program.batches[batch...] {
      player.play(batch, around)
      places.drain(timers: player.program.hasTimers, tasks: player.program.hasTasks)
    }
    return faults(of: player, meaning, patience).map { .different($0) } ?? .tooWide
  }

  /// Lets go of a program that has been played, and says what is wrong whatever it has come to.
  private func faults(of player: Player, _ meaning: Meaning, _ patience: Double) -> String? {
    let sight = player.look()
    let order = Order(meaning).faults(in: player.journal.calls, sight)
    guard isGone(player, patience) else {
      return "alive: promises \(player.alive), \(player.journal.alive) handlers"
    }
    let heard = player.journal.heard
    let often = heard.indices.filter { heard[$0].count > meaning.mostCalls(of: $0) }.map { number in
      "the handler of p\(number) was called with \(heard[number])"
    }
    let faults = player.journal.faults + order + often
    return faults.isEmpty ? nil : faults.joined(separator: "; ")
  }

  /// Compares what is known when everything has gone.
  private func last(_ journal: Journal, _ ends: [World], _ meaning: Meaning, _ patience: Double) -> Verdict {
    let likely = ends.filter { $0.heard == journal.heard }
    if likely.isEmpty { return .different("handlers were called with \(journal.heard), not \(ends.map(\.heard))") }
    let expected = Set(likely.map { Legacy(of: $0, meaning) })
    // Whoever lets go of the last promise reports a moment later.
    let seen = waitUntil(patience, { Legacy(of: journal) }, { expected.contains($0) })
    return seen != nil ? .same : .different("left \(Legacy(of: journal)), not \(expected)")
  }

  /// Lets go of a program. Returns whether nothing is left of it.
  private func isGone(_ player: Player, _ patience: Double) -> Bool {
    player.letGo()
    return waitUntil(patience, { player.alive.count + player.journal.alive }, { $0 == 0 }) != nil
  }

  /// Looks until it sees what is wanted, and goes on to be so when all queues are empty.
  private func waitUntil<Sight: Equatable>(
    _ seconds: Double, timers: Bool = false, tasks: Bool = true, _ look: () -> Sight, _ isWanted: (Sight) -> Bool
  ) -> Sight? {
    let end = DispatchTime.now() + seconds
    var rounds = 0
    while true {
      places.drain(tasks: false)
      let sight = look()
      if isWanted(sight) {
        places.drain(timers: timers, tasks: tasks)
        if look() == sight { return sight }
      } else if DispatchTime.now() > end {
        return nil
      }
      rounds += 1
      if rounds > 20 { usleep(rounds > 200 ? 1000 : 20) }
    }
  }
}

/// What can be told when everything has gone.
private struct Legacy: Hashable {
  let tasks: [Int: Outcome]
  let reports: [Report: Int]

  init(of journal: Journal) {
    tasks = journal.tasks
    reports = journal.reports
  }

  init(of world: World, _ meaning: Meaning) {
    var tasks: [Int: Outcome] = [:]
    for (statement, task) in meaning.tasks.enumerated() {
      if let task { tasks[statement] = world.waits[task].outcome }
    }
    self.tasks = tasks
    reports = world.allReports(of: meaning)
  }
}

extension World {
  /// What will have been reported when everything has gone.
  func allReports(of meaning: Meaning) -> [Report: Int] {
    var all = reports
    let done = meaning.done
    for (node, spec) in zip(nodes, meaning.specs) where !spec.isGuarantee && done.contains(spec.statement) {
      guard case .error(let fault) = node.outcome, fault != .cancelled, !node.isObserved, !node.isHandled else {
        continue
      }
      all[.unhandled(fault), default: 0] += 1
    }
    return all
  }
}

extension Program {
  /// Whether anything in it is done by a timer.
  fileprivate var hasTimers: Bool {
    statements.contains { statement in
      switch statement {
      case .apply(let name, _, _, _): [.timeoutNow, .timeoutSpare, .delay, .ensureThen].contains(name)
      case .wait(_, .timesOut): true
      default: false
      }
    }
  }

  /// Whether anything in it is done by a task.
  fileprivate var hasTasks: Bool {
    statements.contains { statement in
      switch statement {
      case .apply(let name, _, _, _): name.isAsync
      case .wait, .work(.task, _, _): true
      default: false
      }
    }
  }
}

/// What of a world can be seen from outside.
struct View {
  private let meaning: Meaning
  private var made: Set<Int> = []

  init(_ meaning: Meaning) { self.meaning = meaning }

  mutating func add(_ batch: Program.Batch) {
    for statement in batch.threads.joined() {
      made.insert(statement)
      if case .release(let promise) = meaning.program.statements[statement] { made.remove(promise) }
    }
  }

  func sight(of world: World) -> Sight {
    let statements = meaning.program.statements.indices
    return Sight(
      outcomes: statements.map { made.contains($0) ? meaning.faces[$0].flatMap { world.nodes[$0].outcome } : nil },
      tasks: statements.map { meaning.tasks[$0].flatMap { world.waits[$0].outcome } },
      begun: statements.map { meaning.tasks[$0].map { world.waits[$0].node != nil } ?? false }, heard: world.heard)
  }

  /// Without what the program has let go of.
  func only(_ sight: Sight) -> Sight {
    var sight = sight
    for statement in sight.outcomes.indices where !made.contains(statement) { sight.outcomes[statement] = nil }
    return sight
  }

  /// In words.
  func difference(_ sight: Sight, _ expected: [Sight]) -> String {
    let statements = sight.outcomes.indices
    var all: [String] = []
    for number in statements where !expected.contains(where: { $0.outcomes[number] == sight.outcomes[number] }) {
      all.append("p\(number) is \(name(sight.outcomes[number])), not \(names(expected.map { $0.outcomes[number] }))")
    }
    for number in statements where !expected.contains(where: { $0.tasks[number] == sight.tasks[number] }) {
      all.append("task \(number) has \(name(sight.tasks[number])), not \(names(expected.map { $0.tasks[number] }))")
    }
    for number in statements where !expected.contains(where: { $0.begun[number] == sight.begun[number] }) {
      all.append("task \(number) has \(sight.begun[number] ? "" : "not ")begun")
    }
    for number in statements where !expected.contains(where: { $0.heard[number] == sight.heard[number] }) {
      let heard = Set(expected.map { $0.heard[number].map { "\($0)" }.description }).sorted()
      all.append("the handler of p\(number) was called with \(sight.heard[number]), not \(heard)")
    }
    return all.isEmpty ? "each by itself could be, but not together: \(sight)" : all.joined(separator: "; ")
  }

  private func name(_ outcome: Outcome?) -> String { outcome.map { "\($0)" } ?? "pending" }

  private func names(_ outcomes: [Outcome?]) -> String { Set(outcomes.map(name)).sorted().joined(separator: " or ") }
}
