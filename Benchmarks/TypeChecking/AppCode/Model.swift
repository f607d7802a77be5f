// The types and functions used by the chains in this folder.
import Dispatch

#if PROMISEKIT
  import PromiseKitSignatures
#else
  import PromiseConcurrency
#endif

struct User: Sendable { var id: Int, name: String, avatar: Int?, friends: [Int] }
struct Picture: Sendable { var width: Int, height: Int, bytes: [UInt8] }
struct Order: Sendable { var id: Int, user: Int, total: Double, lines: [Line] }
struct Line: Sendable { var article: String, count: Int, price: Double }
enum AppError: Error { case offline, notFound, tooLarge(Int) }

func login(_ name: String) -> Promise<User> { .value(User(id: 1, name: name, avatar: 1, friends: [])) }
func fetchUser(_ id: Int) -> Promise<User> { .value(User(id: id, name: "", avatar: nil, friends: [])) }
func fetchPicture(_ id: Int) -> Promise<Picture> { .value(Picture(width: 1, height: 1, bytes: [])) }
func fetchOrders(of user: Int) -> Promise<[Order]> { .value([]) }
func fetchText(_ path: String) -> Promise<String> { .value(path) }
func store(_ user: User) -> Promise<Void> { .value(()) }
func send(_ order: Order) -> Promise<Int> { .value(order.id) }
func ask(_ question: String) -> Guarantee<Bool> { .value(question.isEmpty) }
func cached(_ id: Int) -> Guarantee<Int> { .value(id) }
func price(of line: Line) -> Double { line.price * Double(line.count) }
func log(_ text: String) {}
func show(_ error: any Error) {}
