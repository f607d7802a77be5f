import TestSupport
import Testing

@testable import PromiseScoping

/// The members of a scope, in every order in which they can enter and leave, and be canceled and waited for.
@Suite(.sharingProcessors) struct PromiseScopeStateMachineTests {
  struct Model {
    var state = PromiseScopeStateMachine<Int, Int>()
    var entered: [Int: Int] = [:]
    var left: Set<Int> = []
    var canceled: [Int] = []
    var resumed: [Int] = []
    var waiting: Set<Int> = []
    var problems: [String] = []

    typealias Step = Interleavings<Model>.Step

    static func life(of member: Int) -> [Step] {
      [
        Step("\(member) enters") { model in
          let (number, isCanceled) = model.state.enter(member)
          model.entered[member] = number
          if isCanceled { model.canceled.append(member) }
          return [
            Step("\(member) leaves") { model in
              let (removed, waiters) = model.state.leave(number)
              if removed != member { model.problems.append("another member left") }
              model.left.insert(member)
              if !waiters.isEmpty, model.left.count != model.entered.count { model.problems.append("too early") }
              model.resumed += waiters
              model.waiting.subtract(waiters)
              if model.state.count == 0, !model.waiting.isEmpty { model.problems.append("a waiter was forgotten") }
              return []
            }
          ]
        }
      ]
    }

    static func cancelAll(closing: Bool) -> [Step] {
      [
        Step(closing ? "close" : "cancelAll") { model in
          let entries = closing ? model.state.close(interrupting: false) : model.state.cancelAll()
          if entries.contains(where: { model.entered[$0.member] != $0.number }) {
            model.problems.append("another number")
          }
          let members = entries.map(\.member)
          if members != members.sorted(by: { model.entered[$0]! < model.entered[$1]! }) {
            model.problems.append("the order is not that of the entries")
          }
          model.canceled += members
          return []
        }
      ]
    }

    static func wait(_ waiter: Int, leaves: Bool) -> [Step] {
      [
        Step("\(waiter) waits") { model in
          guard let number = model.state.wait(waiter) else {
            if model.left.count != model.entered.count { model.problems.append("a waiter did not wait") }
            return []
          }
          model.waiting.insert(waiter)
          guard leaves else { return [] }
          return [
            Step("\(waiter) is canceled") { model in
              if let removed = model.state.cancelWait(number) {
                model.waiting.remove(removed)
              } else if !model.resumed.contains(waiter) {
                model.problems.append("a canceled waiter was lost")
              }
              return []
            }
          ]
        }
      ]
    }
  }

  /// 0: a member; 1: cancels all; 2: closes; 3: waits; 4: waits until it is canceled.
  @Test(arguments: choices(of: 4, from: 5))
  func `members are canceled once, and waiters resume when the last member has left`(_ kinds: [Int]) {
    let threads = kinds.enumerated().map { index, kind in
      switch kind {
      case 0: Model.life(of: index)
      case 1: Model.cancelAll(closing: false)
      case 2: Model.cancelAll(closing: true)
      default: Model.wait(index, leaves: kind == 4)
      }
    }
    let count = Interleavings.explore(Model(), threads: threads, kinds: kinds) { model, trail in
      var problems = model.problems
      if Set(model.canceled).count != model.canceled.count { problems.append("a member was canceled twice") }
      if !model.waiting.isEmpty || model.state.count != 0 { problems.append("something remains") }
      let closed = trail.firstIndex(of: "close")
      for (index, step) in trail.enumerated() where step.hasSuffix("enters") {
        let member = Int(step.prefix { $0 != " " })!
        if let closed, closed < index, !model.canceled.contains(member) { problems.append("\(member) continues") }
      }
      if !problems.isEmpty { Issue.record("\(problems): \(trail)") }
    }
    #expect(count >= 1)
  }

  @Test func `only a scope without members ends when it is idle`() {
    var state = PromiseScopeStateMachine<Int, Int>()
    let number = state.enter(1).number
    var isIdle = state.endIfIdle()
    #expect(!isIdle && !state.isClosed && !state.hasEnded)
    _ = state.leave(number)
    isIdle = state.endIfIdle()
    #expect(isIdle && state.isClosed && state.hasEnded)
    let isCanceled = state.enter(2).isCanceled
    #expect(isCanceled)
  }

  @Test func `a member and its tasks count as one until the last of them has left`() {
    var state = PromiseScopeStateMachine<Int, Int>()
    let (first, second) = (state.enter(1).number, state.enter(2).number)
    let tasks = [3, 4].map { state.enter($0, ofOwner: first).number }
    _ = state.leave(first)
    _ = state.leave(tasks[0])
    #expect(state.count == 2)
    _ = state.leave(tasks[1])
    #expect(state.count == 1)
    _ = state.leave(second)
    #expect(state.count == 0)
  }

  @Test(arguments: [true, false]) func `no error is recorded after the end`(_ onlyIfFirst: Bool) {
    var state = PromiseScopeStateMachine<Int, Int>()
    let isEarly = state.fail(with: TestError.one, onlyIfFirst: onlyIfFirst)
    let isSecond = state.fail(with: TestError.two, onlyIfFirst: onlyIfFirst)
    #expect(isEarly && isSecond == !onlyIfFirst)
    let hasEnded = state.endIfIdle()
    let isLate = state.fail(with: TestError.one, onlyIfFirst: false)
    #expect(hasEnded && !isLate)
    #expect(state.failures.count == (onlyIfFirst ? 1 : 2))
  }

  @Test func `an interruption counts if it cancels a member`() {
    var idle = PromiseScopeStateMachine<Int, Int>()
    _ = idle.close(interrupting: true)
    #expect(!idle.isInterrupted)
    let number = idle.enterUnlessClosed(1)
    #expect(number == nil)
    #expect(idle.isInterrupted)

    var busy = PromiseScopeStateMachine<Int, Int>()
    _ = busy.enter(1)
    let canceled = busy.close(interrupting: true)
    #expect(canceled.map(\.member) == [1])
    #expect(busy.isInterrupted)

    var closed = PromiseScopeStateMachine<Int, Int>()
    _ = closed.enter(1)
    _ = closed.close(interrupting: false)
    let others = closed.close(interrupting: true)
    #expect(others.isEmpty)
    #expect(!closed.isInterrupted)
  }
}
