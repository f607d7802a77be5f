import PromiseConcurrency
import TestSupport
import Testing

/// The running and waiting elements of a `PromiseQueue`, in every order in which its events can occur.
@Suite(.sharingProcessors) struct PromiseQueueStateMachineTests {
  struct Model {
    var state: PromiseQueueStateMachine<Int>
    /// The elements that are running, and all elements that have begun, in order.
    var running: [Int] = []
    var begun: [Int] = []
    var left: [Int] = []
    var refused: [Int] = []
    var entered: [Int] = []
    var most = 0

    typealias Step = Interleavings<Model>.Step

    mutating func begin(_ element: Int) {
      running.append(element)
      begun.append(element)
      most = max(most, running.count)
    }

    /// Finishes an element that runs. If the element waits, the element that calls it finishes it.
    static func finish(_ element: Int) -> Step {
      Step("\(element) ends") { model in
        model.state.end()
        return [
          Step("\(element) finishes") { model in
            model.running.removeAll { $0 == element }
            guard let next = model.state.finish() else { return [] }
            model.begin(next)
            return [finish(next)]
          }
        ]
      }
    }

    /// The steps of an element that enters, may leave, and finishes.
    static func life(of element: Int, leaves: Bool) -> [Step] {
      [
        Step("\(element) enters") { model in
          model.entered.append(element)
          switch model.state.enter(element) {
          case .now:
            model.begin(element)
            return [finish(element)]
          case .refused:
            model.refused.append(element)
            return []
          case .waits(let number):
            guard leaves else { return [] }
            return [
              Step("\(element) leaves") { model in
                if let removed = model.state.leave(number) { model.left.append(removed) }
                return []
              }
            ]
          }
        }
      ]
    }
  }

  /// Returns the violations that are found after the last step.
  private func problems(_ model: Model, _ threads: Int, _ width: Int, _ maxWaiting: Int) -> [String] {
    var problems: [String] = []
    func expect(_ isTrue: Bool, _ problem: String) { if !isTrue { problems.append(problem) } }
    expect(
      (model.begun + model.left + model.refused).sorted() == Array(0..<threads), "an element was lost")
    expect(model.begun == model.entered.filter { model.begun.contains($0) }, "the order is not first in, first out")
    expect(model.most <= width, "\(model.most) elements ran concurrently")
    expect(model.state.runningCount == 0 && model.state.waitingCount == 0, "an element remains")
    expect(model.refused.isEmpty || width + maxWaiting < threads, "an element was refused below the limit")
    return problems
  }

  @Test(arguments: [(1, 3), (1, 1), (2, 3)], 1...4)
  func `every element runs, leaves or is refused once, first in, first out`(
    _ size: (width: Int, maxWaiting: Int), _ threads: Int
  ) {
    var count = 0
    for leaving in choices(of: threads, from: 2) {
      // With four elements, of which two may run, there are too many orders to try them all. Only the set in which the
      // last two leave is explored.
      if threads == 4, size.width == 2, leaving != [0, 0, 1, 1] { continue }
      count += Interleavings.explore(
        Model(state: PromiseQueueStateMachine(width: size.width, maxWaiting: size.maxWaiting)),
        threads: leaving.enumerated().map { Model.life(of: $0, leaves: $1 == 1) }, kinds: leaving
      ) { model, trail in
        let problems = problems(model, threads, size.width, size.maxWaiting)
        if !problems.isEmpty { Issue.record("\(problems): \(trail)") }
      }
    }
    #expect(count > threads)
  }

  @Test(arguments: [0, -1, .min])
  func `an element that enters between the end and the finish of another one is not refused`(_ maxWaiting: Int) {
    var state = PromiseQueueStateMachine<Int>(width: 1, maxWaiting: maxWaiting)
    #expect(state.enter(1) == .now)
    #expect(state.enter(2) == .refused)
    state.end()
    #expect(state.enter(3) == .waits(0))
    #expect(state.enter(4) == .refused)
    #expect(state.finish() == 3)
    #expect(state.enter(5) == .refused)
  }

  @Test func `an element that has been called cannot leave`() {
    var state = PromiseQueueStateMachine<Int>(width: 1, maxWaiting: 10)
    #expect(state.enter(1) == .now)
    #expect(state.enter(2) == .waits(0))
    #expect(state.enter(3) == .waits(1))
    #expect(state.leave(0) == 2)
    #expect(state.leave(0) == nil)
    state.end()
    #expect(state.finish() == 3)
    #expect(state.leave(1) == nil)
    state.end()
    #expect(state.finish() == nil)
    #expect(state.enter(4) == .now)
  }

  @Test func `elements that have been called take no memory`() {
    var state = PromiseQueueStateMachine<Int>(width: 1, maxWaiting: .max)
    #expect(state.enter(0) == .now)
    for number in 0..<1_000 {
      #expect(state.enter(number + 1) == .waits(number))
      state.end()
      #expect(state.finish() == number + 1)
    }
    #expect(state.capacity <= 64)
  }

  @Test func `canceled elements behind a waiting element take no memory`() {
    var state = PromiseQueueStateMachine<Int>(width: 1, maxWaiting: .max)
    #expect(state.enter(0) == .now)
    #expect(state.enter(1) == .waits(0))
    for number in 1...many(100_000) {
      #expect(state.enter(number + 1) == .waits(number))
      #expect(state.leave(number) == number + 1)
    }
    #expect(state.waiting == [1] && state.capacity <= 256)
    state.end()
    #expect(state.finish() == 1)
  }

  @Test func `canceled elements between waiting elements are removed, and the others keep their order and numbers`() {
    var state = PromiseQueueStateMachine<Int>(width: 1, maxWaiting: .max)
    #expect(state.enter(-1) == .now)
    for element in 0..<1000 { #expect(state.enter(element) == .waits(element)) }
    // All but every tenth element leave, in reverse order.
    for element in (0..<1000).reversed() where element % 10 != 0 { #expect(state.leave(element) == element) }
    #expect(state.waitingCount == 100 && state.capacity <= 512)
    #expect(state.waiting == Array(stride(from: 0, to: 1000, by: 10)))
    for element in stride(from: 1, to: 1000, by: 10) { #expect(state.leave(element) == nil) }
    // Half of the others leave while elements are called and others enter.
    for round in 0..<50 {
      #expect(state.leave(round * 20 + 10) == round * 20 + 10)
      #expect(state.leave(round * 20 + 10) == nil)
      #expect(state.enter(1000 + round) == .waits(1000 + round))
      state.end()
      #expect(state.finish() == round * 20)
      #expect(state.leave(round * 20) == nil)
    }
    #expect(state.waiting == Array(1000..<1050))
    for element in 1000..<1050 {
      state.end()
      #expect(state.finish() == element)
    }
    state.end()
    #expect(state.finish() == nil && state.runningCount == 0 && state.capacity <= 256)
  }

  @Test func `canceled elements behind a waiting element leave no empty entries behind`() {
    var state = PromiseQueueStateMachine<Int>(width: 1, maxWaiting: .max)
    #expect(state.enter(0) == .now)
    #expect(state.enter(1) != .now)
    for number in 2..<many(100_000) {
      guard case .waits(let position) = state.enter(number) else {
        Issue.record("Element \(number) does not wait.")
        return
      }
      #expect(state.leave(position) == number)
    }
    #expect(state.waitingCount == 1)
    #expect(state.waiting == [1])
    #expect(storedElementCount(in: state) < 1_000)
    state.end()
    #expect(state.finish() == 1)
  }
}
