import PromiseTesting
import Testing
@testable import Worked

/// How often it goes wrong without anybody's help: 10,000 runs, in five lanes.
struct OrdinaryRuns {
  @Test(.promises(timeLimit: .seconds(120)), arguments: 1...5) func twoThousandOrdinaryRuns(lane: Int) async {
    var wrong = 0
    for _ in 0..<2_000 {
      let field = SearchField()
      field.type("sw")
      field.type("swift")
      await promisesSettled()
      if field.results != "index: swift" { wrong += 1 }
    }
    print("lane \(lane): \(wrong) of 2000 runs went wrong")
  }
}
