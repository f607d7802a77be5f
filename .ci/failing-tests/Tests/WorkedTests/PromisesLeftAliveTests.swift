import PromiseTesting
import Testing
@testable import Worked

struct PromisesLeftAliveTests {
  @Test func missesThatWhoAskedIsKept() async throws {
    let weather = Weather()
    #expect(try await weather.today().get() == "sunny")
  }

  @Test(.promises) func catchesThatWhoAskedIsKept() async throws {
    let weather = Weather()
    let left = try await promisesLeftAlive {
      let today = try await weather.today().get()
      #expect(today == "sunny")
    }
    #expect(left.isEmpty)
  }
}
