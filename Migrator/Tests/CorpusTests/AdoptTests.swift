import AdoptAfter
import AdoptBefore
import Adopting
import Testing

struct AdoptTests {
  @Test(arguments: [("FromPromiseKit", Origin.promiseKit), ("FromGoogle", .googlePromises)])
  func `adopt turns the programs before into those after`(folder: String, origin: Origin) throws {
    try Corpus("Adopt", part: folder, commands: Adoption(from: origin)).expectAfter()
  }

  @Test(arguments: [("FromPromiseKit", Origin.promiseKit), ("FromGoogle", .googlePromises)])
  func `a second run of adopt changes nothing`(folder: String, origin: Origin) throws {
    try Corpus("Adopt", part: folder, commands: Adoption(from: origin)).expectNothingToDo()
  }

  @Test(.timeLimit(.minutes(10)), arguments: AdoptBefore.programs.map(\.name))
  func `a program prints the same before and after adopt`(name: String) async throws {
    try await expectSameLines(name, before: AdoptBefore.programs, after: AdoptAfter.programs)
  }
}
