import Promises
public import Promises // why
import PromisesObjC

func fetch() async throws -> Int { try await load().get() }
func load() -> Promise<Int> { Promise(1) }
func maybe() -> Guarantee<Int?> {
  .value(nil)
}
