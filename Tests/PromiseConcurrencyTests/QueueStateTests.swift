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

  @Test(arguments: [(1, 3), (2, 3), (1, 1)]) func everyoneBeginsOrLeavesOnceAndInOrder(_ width: Int, _ room: Int) {
    let count = Interleavings.explore(
      World(state: QueueState(width: width, room: room)),
      threads: [
        World.life(of: 1, leaves: false), World.life(of: 2, leaves: true), World.life(of: 3, leaves: true),
        World.life(of: 4, leaves: false),
      ]
    ) { world, trail in
      #expect((world.begun + world.left + world.refused).sorted() == [1, 2, 3, 4], "\(trail)")
      #expect(world.most <= width, "\(trail)")
      #expect(world.begun == world.entered.filter { world.begun.contains($0) }, "first in, first out: \(trail)")
      #expect(world.state.atWork == 0 && world.state.waitingCount == 0, "\(trail)")
      if room >= 3 { #expect(world.refused == [], "\(trail)") }
    }
    #expect(count > 100)
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
