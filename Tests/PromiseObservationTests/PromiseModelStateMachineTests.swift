import PromiseObservation
import TestSupport
import Testing

/// What a `PromiseModel` shows, in every order in which its events can occur.
@Suite(.sharingProcessors) struct PromiseModelStateMachineTests {
  typealias StateMachine = PromiseModelStateMachine<String, Int>

  /// What a load settles with, or that it never settles.
  enum Fate: CaseIterable {
    case fulfilled, rejected, canceled, pending

    func outcome(of load: Int) -> StateMachine.Outcome? {
      switch self {
      case .fulfilled: .fulfilled("value \(load)")
      case .rejected: .rejected(Numbered(number: load))
      case .canceled: .canceled
      case .pending: nil
      }
    }
  }

  /// The state machine, and a reference that is derived from the order of the events alone.
  struct Model {
    var state = StateMachine()
    /// The load that began last, unless it has ended.
    var running: Int?
    var value: String?
    var error: Int?
    var problems: [String] = []

    typealias Step = Interleavings<Model>.Step

    mutating func expect(_ isTrue: Bool, _ problem: String) { if !isTrue { problems.append(problem) } }

    /// Checks what is shown after an event.
    mutating func check(returned: Int?, expected: Int?) {
      expect(returned == expected, "returned \(returned as Any) instead of \(expected as Any)")
      expect(state.load == running, "the running load is \(state.load as Any)")
      expect(state.value == value, "the value is \(state.value as Any)")
      switch state.phase {
      case .pending: expect(running != nil, "pending without a load")
      case .rejected(let shown): expect(running == nil && (shown as? Numbered)?.number == error, "wrong error")
      case .fulfilled(let shown): expect(running == nil && error == nil && shown == value, "wrong value")
      case .idle: expect(running == nil && error == nil && value == nil, "idle")
      }
    }

    mutating func show(_ fate: Fate, of load: Int) {
      if fate == .fulfilled { (value, error) = ("value \(load)", nil) }
      if fate == .rejected { error = load }
      running = nil
    }

    /// The steps of a load that is created, begins and settles. It may settle before it begins, which has no effect.
    static func life(of load: Int, _ fate: Fate) -> [Step] {
      [
        Step("\(load) is created") { model in
          let number = model.state.makeNumber()
          return [
            Step("\(load) begins") { model in
              let replaced = model.running
              model.running = load
              model.check(returned: model.state.begin(load, number), expected: replaced)
              guard let outcome = fate.outcome(of: load) else { return [] }
              return [
                Step("\(load) is \(fate)") { model in
                  if model.running == load { model.show(fate, of: load) }
                  model.state.settle(number, outcome)
                  model.check(returned: nil, expected: nil)
                  return []
                }
              ]
            }
          ]
        }
      ]
    }

    /// A load whose outcome is available when it begins.
    static func instant(_ load: Int, _ fate: Fate) -> Step {
      Step("\(load) is \(fate) at once") { model in
        let replaced = model.running
        model.show(fate, of: load)
        model.check(returned: model.state.show(fate.outcome(of: load)!), expected: replaced)
        return []
      }
    }

    static var cancel: Step {
      Step("cancel") { model in
        let canceled = model.running
        model.running = nil
        model.check(returned: model.state.cancel(), expected: canceled)
        return []
      }
    }
  }

  private func explore(_ threads: [[Model.Step]]) -> Int {
    Interleavings.explore(Model(), threads: threads) { model, trail in
      if !model.problems.isEmpty { Issue.record("\(model.problems): \(trail)") }
    }
  }

  @Test(arguments: Fate.allCases, Fate.allCases)
  func `only the outcome of the load that began last is shown, in every order`(_ one: Fate, _ two: Fate) {
    for three in [Fate.fulfilled, .rejected] {
      let count = explore([Model.life(of: 1, one), Model.life(of: 2, two), Model.life(of: 3, three)])
      #expect(count > 100)
    }
  }

  @Test(arguments: Fate.allCases, [Fate.fulfilled, .rejected, .canceled])
  func `cancellation and available outcomes replace the running load, in every order`(_ one: Fate, _ instant: Fate) {
    for two in Fate.allCases {
      let count = explore([
        Model.life(of: 1, one), Model.life(of: 2, two), [Model.instant(3, instant)], [Model.cancel],
      ])
      #expect(count > 100)
    }
  }

  @Test func `a load of which an observer has been told is the one that began last, not the one created last`() {
    var state = StateMachine()
    let (outer, inner) = (state.makeNumber(), state.makeNumber())
    #expect(state.begin(2, inner) == nil)
    #expect(state.begin(1, outer) == 2)
    #expect(state.load(inner) == nil && state.load(outer) == 1)
    state.settle(inner, .fulfilled("inner"))
    #expect(state.value == nil)
    state.settle(outer, .fulfilled("outer"))
    #expect(state.value == "outer")
  }
}
