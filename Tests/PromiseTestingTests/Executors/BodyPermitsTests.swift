import Foundation
import TestSupport
import Testing

@testable import PromiseTesting

@Suite(.sharingProcessors) struct BodyPermitsTests {
  @Test func `all bodies run, and no more at a time than there are permits`() async {
    let crowd = Crowd()
    let permits = max(ProcessInfo.processInfo.activeProcessorCount - 1, 1)
    let sum = await withTaskGroup(of: Int.self) { group in
      for number in 0..<(permits * 4) {
        group.addTask {
          await BodyPermits.run {
            crowd.enter()
            for _ in 0..<10 { await Task.yield() }
            crowd.leave()
            return number
          }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(sum == (0..<(permits * 4)).reduce(0, +))
    #expect(crowd.all == permits * 4 && crowd.most <= permits)
  }
}
