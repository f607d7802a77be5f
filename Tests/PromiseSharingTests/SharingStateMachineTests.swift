import TestSupport
import Testing

@testable import PromiseSharing

/// The values and loads of a cache, in every order in which callers, cancellations, failures and invalidations can occur.
@Suite(.sharingProcessors) struct SharingStateMachineTests {
  typealias StateMachine = SharingStateMachine<Int, Int, Int>

  struct Model {
    /// A load, as the promise of a load behaves.
    struct Load {
      var consumers: Set<Int> = []
      var isCanceled = false
      var hasEnded = false
      /// Whether the entry was invalidated, or a value stored, while the load was running.
      var isDetached = false
    }

    enum Outcome: Equatable {
      case value(Int)
      case failed
      case canceled
    }

    var state = StateMachine(countLimit: .max)
    var loads: [Load] = []
    /// The load that each waiting caller has joined.
    var joined: [Int: Int] = [:]
    var outcomes: [Int: Outcome] = [:]
    var problems: [String] = []
    var storedValues: Set<Int> = []

    typealias Step = Interleavings<Model>.Step

    /// A caller that looks, then receives the value, joins the load or begins one.
    static func call(_ caller: Int, cancels: Bool, fails: Bool) -> Step {
      Step("\(caller) looks") { model in
        let seen = model.state.look(at: 0)
        return [act(caller, on: seen, cancels: cancels, fails: fails)]
      }
    }

    private static func act(_ caller: Int, on seen: StateMachine.Entry, cancels: Bool, fails: Bool) -> Step {
      Step("\(caller) acts") { model in
        if let value = seen.value {
          model.outcomes[caller] = .value(value.content)
          return []
        }
        if let load = seen.load?.content, !model.loads[load].isCanceled {
          model.join(caller, load)
          return cancels ? [cancel(caller, load)] : []
        }
        let load = model.loads.count
        guard let number = model.state.begin(load, for: 0, ifStill: seen, keepsValue: false) else {
          return [call(caller, cancels: cancels, fails: fails)]
        }
        if model.loads.contains(where: { !$0.isCanceled && !$0.hasEnded && !$0.isDetached }) {
          model.problems.append("\(caller) began a second load")
        }
        model.loads.append(Load())
        model.join(caller, load)
        return (cancels ? [cancel(caller, load)] : []) + [end(load, number, fails: fails)]
      }
    }

    private mutating func join(_ caller: Int, _ load: Int) {
      if loads[load].hasEnded {
        // The promise of the load has settled, and so does that of the caller.
        outcomes[caller] = loads[load].isCanceled ? .canceled : storedValues.contains(load) ? .value(load) : .failed
      } else {
        loads[load].consumers.insert(caller)
        joined[caller] = load
      }
    }

    private static func cancel(_ caller: Int, _ load: Int) -> Step {
      Step("\(caller) cancels") { model in
        guard model.joined.removeValue(forKey: caller) != nil else { return [] }
        model.outcomes[caller] = .canceled
        model.loads[load].consumers.remove(caller)
        if model.loads[load].consumers.isEmpty { model.loads[load].isCanceled = true }
        return []
      }
    }

    private static func end(_ load: Int, _ number: Int, fails: Bool) -> Step {
      Step("load \(load) ends") { model in
        let succeeds = !fails && !model.loads[load].isCanceled
        let before = model.state.entry(of: 0)
        _ = model.state.end(number, for: 0, keeping: succeeds ? load : nil)
        let after = model.state.entry(of: 0).value?.content
        if succeeds, !model.loads[load].isDetached, after != load { model.problems.append("a value was lost") }
        if !succeeds || model.loads[load].isDetached, after != before.value?.content {
          model.problems.append("a failed or superseded load changed the value")
        }
        model.loads[load].hasEnded = true
        if succeeds { model.storedValues.insert(load) }
        for caller in model.loads[load].consumers {
          model.joined[caller] = nil
          model.outcomes[caller] = succeeds ? .value(load) : .failed
        }
        return []
      }
    }

    /// Invalidates the value that is there, if a condition holds for it.
    static func invalidate(_ thread: Int) -> Step {
      Step("\(thread) examines the value") { model in
        guard let value = model.state.entry(of: 0).value else { return [] }
        return [
          Step("\(thread) removes the value") { model in
            let current = model.state.entry(of: 0).value
            let removed = model.state.removeValue(value.number, for: 0)
            if (removed == nil) != (current?.number != value.number) { model.problems.append("the wrong value") }
            return []
          }
        ]
      }
    }

    /// Removes the entry.
    static func remove(_ thread: Int) -> Step {
      Step("\(thread) removes the entry") { model in
        model.detachLoad()
        _ = model.state.remove(0)
        return []
      }
    }

    /// Stores a value.
    static func store(_ thread: Int) -> Step {
      Step("\(thread) stores a value") { model in
        model.detachLoad()
        _ = model.state.store(-thread, for: 0)
        return []
      }
    }

    private mutating func detachLoad() {
      if let load = state.entry(of: 0).load?.content { loads[load].isDetached = true }
    }
  }

  /// The threads of a kind.
  private func steps(of kind: Int, thread: Int) -> [Model.Step] {
    switch kind {
    case 0: [Model.call(thread, cancels: false, fails: false)]
    case 1: [Model.call(thread, cancels: true, fails: false)]
    case 2: [Model.call(thread, cancels: false, fails: true)]
    case 3: [Model.invalidate(thread)]
    case 4: [Model.remove(thread)]
    default: [Model.store(thread)]
    }
  }

  /// Three callers of which at most one cancels or fails, and two callers of any kind with a thread that changes the entry.
  private static let threads =
    [[0, 0, 0], [0, 0, 1], [0, 0, 2]] + choices(of: 2, from: 3).flatMap { callers in [3, 4, 5].map { callers + [$0] } }

  @Test(arguments: threads) func `callers share one load, and only its value is kept`(_ kinds: [Int]) {
    let threads = kinds.enumerated().map { steps(of: $1, thread: $0 + 1) }
    let count = Interleavings.explore(Model(), threads: threads, kinds: kinds) { model, trail in
      var problems = model.problems
      for (index, kind) in kinds.enumerated() where kind < 3 {
        switch model.outcomes[index + 1] {
        case nil: problems.append("caller \(index + 1) has no outcome")
        case .canceled where kind != 1: problems.append("caller \(index + 1) was canceled by another")
        case .failed where !kinds.contains(2): problems.append("caller \(index + 1) failed")
        default: break
        }
      }
      if model.state.entry(of: 0).load != nil { problems.append("a load remains") }
      let hasValue = model.state.entry(of: 0).value != nil
      if hasValue != (model.state.valueCount == 1) { problems.append("the count is wrong") }
      if !problems.isEmpty { Issue.record("\(problems): \(trail)") }
    }
    #expect(count >= 1)
  }

  @Test func `a value that is kept during a load stays if the load fails`() throws {
    var state = StateMachine(countLimit: .max)
    _ = state.store(1, for: 0)
    let seen = state.look(at: 0)
    let begun = state.begin(7, for: 0, ifStill: seen, keepsValue: true)
    let number = try #require(begun)
    #expect(state.entry(of: 0).load?.content == 7)
    _ = state.end(number, for: 0, keeping: nil)
    #expect(state.entry(of: 0).value?.content == 1)
    #expect(state.entry(of: 0).load == nil)
  }

  @Test func `a load begins only if the entry has not changed`() throws {
    var state = StateMachine(countLimit: .max)
    let empty = state.look(at: 0)
    let begun = state.begin(1, for: 0, ifStill: empty, keepsValue: false)
    let number = try #require(begun)
    #expect(state.begin(2, for: 0, ifStill: empty, keepsValue: false) == nil)
    _ = state.end(number, for: 0, keeping: 10)
    #expect(state.begin(3, for: 0, ifStill: empty, keepsValue: false) == nil)
    let full = state.look(at: 0)
    #expect(state.begin(3, for: 0, ifStill: full, keepsValue: false) != nil)
    #expect(state.valueCount == 0)
  }

  @Test(arguments: [1, 2, 10]) func `the value that was used least recently makes way`(_ limit: Int) {
    var state = StateMachine(countLimit: limit)
    for key in 0..<limit { _ = state.store(key, for: key) }
    for key in (1..<max(limit, 1)).reversed() { _ = state.look(at: key) }
    let removed = state.store(-1, for: -1)
    #expect(removed.compactMap(\.value).map(\.content) == [0])
    #expect(state.valueCount == limit)
    _ = state.store(-2, for: -2)
    #expect(state.entry(of: -2).value != nil)
    #expect(state.entry(of: limit == 1 ? -1 : limit - 1).value == nil)
  }

  @Test(arguments: [0, -1, .min]) func `without room, no value is kept`(_ limit: Int) {
    var state = StateMachine(countLimit: limit)
    #expect(state.store(1, for: 0).compactMap(\.value).isEmpty)
    #expect(state.valueCount == 0)
    #expect(state.look(at: 0).value == nil)
  }

  @Test func `uses of values take memory in proportion to the number of values`() {
    var state = StateMachine(countLimit: 4)
    for round in 0..<10_000 {
      _ = state.store(round, for: round % 8)
      _ = state.look(at: (round + 1) % 8)
    }
    #expect(state.valueCount == 4)
    #expect(state.useCount <= 32 + 2 * 4)
  }

  @Test(arguments: [true, false]) func `few values are swept after most values have been removed`(_ atOnce: Bool) {
    var state = SharingStateMachine<Int, Int, Int>(countLimit: .max)
    for key in 0..<1000 {
      _ = state.store(key, for: key)
      if !state.valuesToSweep().isEmpty { state.endSweep() }
    }
    if atOnce { _ = state.removeAll() } else { for key in 0..<1000 { _ = state.remove(key) } }
    for key in 0..<32 { _ = state.store(key, for: key) }
    #expect(state.valuesToSweep().count == 32)
    // A removal during a sweep does not begin another one.
    _ = state.removeAll()
    for key in 0..<32 { _ = state.store(key, for: key) }
    #expect(state.valuesToSweep().isEmpty)
  }

  @Test func `the number of values doubles between two sweeps`() {
    var state = StateMachine(countLimit: .max)
    var sweeps: [Int] = []
    for key in 0..<1_000 {
      _ = state.store(key, for: key)
      let values = state.valuesToSweep()
      if values.isEmpty { continue }
      #expect(state.valuesToSweep().isEmpty)
      sweeps.append(values.count)
      state.endSweep()
    }
    #expect(sweeps == [32, 64, 128, 256, 512])
  }
}
