// The invented types and functions used by the examples of google/promises' documentation.
import Foundation

#if ORIGIN
  import GooglePromisesSignatures
#else
  @_spi(GooglePromises) import GooglePromisesVocabulary
#endif

struct Person: Sendable {}
struct City: Sendable {}
final class Icon: Sendable {}
struct Failed: Error {}
let works = true
let background = DispatchQueue(label: "background")

enum Server {
  static func me() -> Promise<Person> { fatalError() }
  static func friends(_ person: Person) -> Promise<[Person]> { fatalError() }
  static func icon(_ person: Person) -> Promise<Icon> { fatalError() }
  static func icon(of person: Person) -> Promise<Icon> { fatalError() }
  static func city(of person: Person) -> Promise<City> { fatalError() }
  static func bytes(completion: @escaping (Data?, Error?) -> Void) {}
  static func bytes(sure completion: @escaping (Data, Error?) -> Void) {}
}

func icons() -> Promise<[Icon]> { fatalError() }
func otherText() -> Promise<String> { fatalError() }
func load(_ url: URL) -> Promise<Data?> { fatalError() }
func text(of number: Int) -> Promise<String> { fatalError() }
func number(in text: String) -> Promise<Int> { fatalError() }
func square(_ number: Int) -> Int { number * number }
func parse(_ text: String) -> Promise<Int> { fatalError() }
func token() -> Promise<String> { fatalError() }
func bytes(_ token: String) -> Promise<Data> { fatalError() }
func show(_ icons: [Icon]) {}
func alert(_ error: Error) {}
func digest(_ data: Data) {}

final class Calculator: Sendable {
  func negate(_ a: Int) -> Promise<Int> { fatalError() }
  func add(_ a: Int, _ b: Int) -> Promise<Int> { fatalError() }
  func multiply(_ a: Int, _ b: Int) -> Promise<Int> { fatalError() }
}
