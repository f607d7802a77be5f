import Dispatch
import TestSupport
import Testing

@testable import PromiseCore

/// For how long a work item continues with further handlers.
@Suite(.sharingProcessors) struct TimeSliceTests {
  private static let length: UInt64 = 400_000

  private func spin(until deadline: UInt64) { while DispatchTime.now().uptimeNanoseconds < deadline {} }

  @Test func `a slice ends after its length, and not earlier`() {
    let begin = DispatchTime.now().uptimeNanoseconds
    var slice = TimeSlice()
    var count = 0
    while slice.spend() { count += 1 }
    #expect(DispatchTime.now().uptimeNanoseconds - begin >= Self.length)
    #expect(count >= 1)
  }

  @Test func `a slice begins with its first handler`() {
    var slice = TimeSlice()
    spin(until: DispatchTime.now().uptimeNanoseconds + Self.length)
    #expect(slice.spend() == true)
  }

  @Test func `a slice that a handler has exceeded ends`() {
    var slice = TimeSlice()
    _ = slice.spend()
    spin(until: DispatchTime.now().uptimeNanoseconds + Self.length)
    #expect(slice.spend() == false)
    #expect(slice.spend() == false)
  }
}
