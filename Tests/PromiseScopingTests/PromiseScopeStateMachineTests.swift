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
          let members = closing ? model.state.close(interrupting: false) : model.state.cancelAll()
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

  @Test func `only a scope without members is closed when it is idle`() {
    var state = PromiseScopeStateMachine<Int, Int>()
    let number = state.enter(1).number
    var isIdle = state.closeIfIdle()
    #expect(!isIdle && !state.isClosed)
    _ = state.leave(number)
    isIdle = state.closeIfIdle()
    #expect(isIdle && state.isClosed)
    let isCanceled = state.enter(2).isCanceled
    #expect(isCanceled)
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
    #expect(canceled == [1])
    #expect(busy.isInterrupted)

    var closed = PromiseScopeStateMachine<Int, Int>()
    _ = closed.enter(1)
    _ = closed.close(interrupting: false)
    let others = closed.close(interrupting: true)
    #expect(others.isEmpty)
    #expect(!closed.isInterrupted)
  }
}
