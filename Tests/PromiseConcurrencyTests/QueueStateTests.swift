import PromiseConcurrency
import TestSupport
import Testing

/// Who is at work and who waits in a `PromiseQueue`, in every order in which its events can happen.
struct QueueStateTests {
  struct World {
    var state: QueueState<Int>
    /// Those at work now, and all who ever were, in order.
    var atWork: [Int] = []
    var begun: [Int] = []
    var left: [Int] = []
    var refused: [Int] = []
    var entered: [Int] = []
    var most = 0

    typealias Step = Interleavings<World>.Step

    mutating func begin(_ element: Int) {
      atWork.append(element)
      begun.append(element)
      most = max(most, atWork.count)
    }

    /// Finishes if it is at work; if it waits, whoever calls it lets it finish.
    static func finish(_ element: Int) -> Step {
      Step("\(element) ends") { world in
        world.state.end()
        return [
          Step("\(element) finishes") { world in
            world.atWork.removeAll { $0 == element }
            guard let next = world.state.finish() else { return [] }
            world.begin(next)
            return [finish(next)]
          }
        ]
      }
    }

    /// An element that enters, may want to leave, and finishes.
    static func life(of element: Int, leaves: Bool) -> [Step] {
      [
        Step("\(element) enters") { world in
          world.entered.append(element)
          switch world.state.enter(element) {
          case .now:
            world.begin(element)
            return [finish(element)]
          case .refused:
            world.refused.append(element)
            return []
          case .waits(let number):
            guard leaves else { return [] }
            return [
              Step("\(element) leaves") { world in
                if let leaver = world.state.leave(number) { world.left.append(leaver) }
                return []
              }
            ]
          }
        }
      ]
    }
  }

  /// What is wrong when all is over.
  private func problems(_ world: World, _ threads: Int, _ width: Int, _ room: Int) -> [String] {
    var problems: [String] = []
    func expect(_ isTrue: Bool, _ problem: String) { if !isTrue { problems.append(problem) } }
    expect(
      (world.begun + world.left + world.refused).sorted() == Array(0..<threads), "each begins, leaves or is refused")
    expect(world.begun == world.entered.filter { world.begun.contains($0) }, "first in, first out")
    expect(world.most <= width, "\(world.most) were at work")
    expect(world.state.atWork == 0 && world.state.waitingCount == 0, "somebody is left")
    expect(world.refused.isEmpty || width + room < threads, "there was room")
    return problems
  }

  @Test(arguments: [(1, 3), (1, 1), (2, 3)], 1...4)
  func everyoneBeginsOrLeavesOnceAndInOrder(_ size: (width: Int, room: Int), _ threads: Int) {
    var count = 0
    for leaving in choices(of: threads, from: 2) {
      // Of four of whom two may be at work there are too many orders to try all: two of them leave.
      if threads == 4, size.width == 2, leaving != [0, 0, 1, 1] { continue }
      count += Interleavings.explore(
        World(state: QueueState(width: size.width, room: size.room)),
        threads: leaving.enumerated().map { World.life(of: $0, leaves: $1 == 1) }, kinds: leaving
      ) { world, trail in
        let problems = problems(world, threads, size.width, size.room)
        if !problems.isEmpty { Issue.record("\(problems): \(trail)") }
      }
    }
    #expect(count > threads)
  }

  @Test(arguments: [0, -1, .min]) func whoComesWhenOneHasEndedIsNotRefused(_ room: Int) {
    var state = QueueState<Int>(width: 1, room: room)
    #expect(state.enter(1) == .now)
    #expect(state.enter(2) == .refused)
    state.end()
    #expect(state.enter(3) == .waits(0))
    #expect(state.enter(4) == .refused)
    #expect(state.finish() == 3)
    #expect(state.enter(5) == .refused)
  }

  @Test func whoIsCalledCannotLeave() {
    var state = QueueState<Int>(width: 1, room: 10)
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
}
