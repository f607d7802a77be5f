import PromiseTesting
import Testing
@testable import Worked

struct ShuffledTests {
  @Test(.promises) func `the last query wins`() async {
    let field = SearchField()
    field.type("sw")
    field.type("swift")
    #expect(await promisesSettled(timeout: .seconds(5)))
    #expect(field.results == "index: swift")
  }

  @Test(.promises(order: .shuffled(seeds: 0..<100))) func `the last query wins in any order`() async {
    let field = SearchField()
    field.type("sw")
    field.type("swift")
    #expect(await promisesSettled(timeout: .seconds(5)))
    #expect(field.results == "index: swift")
  }
}
