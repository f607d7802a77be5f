import PromiseConcurrency
import PromiseCore
import TestSupport
import Testing

/// A suspended `get()`, in every order of its events.
@Suite(.sharingProcessors) struct AwaitStateMachineTests {
  struct Model {
    var machine = AwaitStateMachine<String>()
    var resumed: [AwaitResult] = []
    var deciders: [AwaitResult] = []

    typealias Step = Interleavings<Model>.Step

    static var suspend: Step {
      Step("suspend") { model in
        if let result = model.machine.suspend("continuation") { model.resumed.append(result) }
        return []
      }
    }

    static func end(_ result: AwaitResult) -> Step {
      Step("\(result)") { model in
        let (decided, continuation) = model.machine.end(result)
        if decided { model.deciders.append(result) }
        if continuation != nil { model.resumed.append(result) }
        return []
      }
    }
  }

  /// Explores every set of up to four events that end a wait, some of the same kind, and a function that does or does
  /// not suspend.
  @Test(arguments: 0...4, [true, false])
  func `the first event decides, and the continuation is resumed once`(_ ends: Int, _ suspends: Bool) {
    let results: [AwaitResult] = [.settled, .canceled, .timedOut]
    for chosen in choices(of: ends, from: results.count) {
      let threads = chosen.map { [Model.end(results[$0])] } + (suspends ? [[Model.suspend]] : [])
      let count = Interleavings.explore(Model(), threads: threads, kinds: chosen + (suspends ? [-1] : [])) {
        model, trail in
        let first = trail.first { $0 != "suspend" }
        #expect(model.deciders.map { "\($0)" } == (first.map { [$0] } ?? []), "\(trail)")
        #expect(model.resumed == (suspends ? model.deciders : []), "\(trail)")
        #expect(model.machine.hasEnded == (first != nil), "\(trail)")
      }
      #expect(count > ends || !suspends)
    }
  }

  @Test func `the same holds if one thread ends the wait twice`() {
    let count = Interleavings.explore(
      Model(),
      threads: [
        [Model.suspend], [Model.end(.settled)], [Model.end(.canceled)], [Model.end(.timedOut)],
        [Model.end(.settled), Model.end(.canceled)],
      ]
    ) { model, trail in
      let first = trail.first { $0 != "suspend" }!
      #expect(model.deciders.map { "\($0)" } == [first], "\(trail)")
      #expect(model.resumed == model.deciders, "\(trail)")
    }
    #expect(count == 360)
  }

  // trap: wait-suspended-twice
  @Test func `suspending a wait twice traps`() async {
    await #expect(processExitsWith: .failure) {
      var wait = AwaitStateMachine<Int>()
      precondition(wait.suspend(1) == nil)
      _ = wait.suspend(2)
    }
  }
}
