// The types and functions used by the chains in this folder. A source of values is a promise or an array.
#if ARRAYS
  typealias Source = Array
  typealias SureSource = Array
#elseif PROMISEKIT
  import PromiseKitSignatures
  typealias Source = Promise
  typealias SureSource = Guarantee
#else
  import PromiseConcurrency
  typealias Source = Promise
  typealias SureSource = Guarantee
#endif

struct User: Sendable { var id: Int, name: String, friends: [Int] }
struct Order: Sendable { var user: Int, total: Double, articles: [String] }

extension Error {
  var text: String { "\(self)" }
}

func login(_ name: String) -> Source<User> { fatalError() }
func fetchUser(_ id: Int) -> Source<User> { fatalError() }
func cached(_ id: Int) -> SureSource<User> { fatalError() }
func fetchOrders(of user: Int) -> Source<[Order]> { fatalError() }
func fetchText(_ path: String) -> Source<String> { fatalError() }
func log(_ text: String) {}
func alarm(_ text: String) -> Bool { text.isEmpty }
func translated(_ text: String) async throws -> String { text }
