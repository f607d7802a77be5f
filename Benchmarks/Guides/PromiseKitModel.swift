// The invented types and functions used by the examples of PromiseKit's guides.
import Dispatch
import Foundation

#if ORIGIN
  import PromiseKitSignatures
#else
  @_spi(PromiseKit) import PromiseKitVocabulary
#endif

struct Credentials: Sendable { var user = "" }
struct Person: Sendable {
  var picture = URL(fileURLWithPath: "/")
  init() {}
  init(dict: [String: Any]) {}
}
struct Answer: Sendable { var isBad = false, data = Data() }
final class Picture: Sendable {
  init?(data: Data) {}
}
enum Trouble: Error { case mine, offline }

func login() -> Promise<Credentials> { fatalError() }
func login(_ completion: @escaping (Credentials?, Error?) -> Void) {}
func fetch(picture: String) -> Promise<Picture> { fatalError() }
func request(_ url: URL) -> Promise<Answer> { fatalError() }
func person() -> Promise<Person> { fatalError() }
func answer() -> Promise<Answer> { fatalError() }
func text() -> Promise<String> { fatalError() }
func text(of text: String) -> Promise<String> { fatalError() }
func text(completion: @escaping (String?, Error?) -> Void) {}
func sureText(completion: @escaping (String) -> Void) {}
func number() -> Promise<Int> { fatalError() }
func animate() -> Guarantee<Void> { fatalError() }
func animate(seconds: Double, _ body: @escaping () -> Void) -> Guarantee<Bool> { fatalError() }
func work() -> Promise<Void> { fatalError() }
func launch() -> Promise<(out: String, err: String)> { fatalError() }
func risky(_ answer: Answer) throws -> Promise<String> { fatalError() }
func use(_ text: String, _ number: Int) {}
func handle(error: Error) {}
func later(_ body: @escaping (Any?, Error?) -> Void) {}
let background = DispatchQueue(label: "background")
let url = URL(fileURLWithPath: "/")
