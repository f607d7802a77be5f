import PromiseTesting
import Testing
@testable import Worked

struct PromisesLeftAliveTests {
  @Test func `a request is answered`() async throws {
    let weather = Weather()
    #expect(try await weather.today().get() == "sunny")
  }

  @Test(.promises) func `an answered request is released`() async throws {
    let weather = Weather()
    let left = try await promisesLeftAlive {
      let today = try await weather.today().get()
      #expect(today == "sunny")
    }
    #expect(left.isEmpty)
  }
}
