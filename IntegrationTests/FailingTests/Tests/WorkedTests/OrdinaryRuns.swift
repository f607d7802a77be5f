import PromiseTesting
import Testing
@testable import Worked

/// Counts how often the race occurs without shuffling: 10,000 runs, in five parallel cases.
struct OrdinaryRuns {
  @Test(.promises(timeLimit: .seconds(120)), arguments: 1...5) func `two thousand unshuffled runs`(part: Int) async {
    var wrong = 0
    for _ in 0..<2_000 {
      let field = SearchField()
      field.type("sw")
      field.type("swift")
      await promisesSettled()
      if field.results != "index: swift" { wrong += 1 }
    }
    print("part \(part): \(wrong) of 2000 runs went wrong")
  }
}
