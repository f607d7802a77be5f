// What the shapes in Tests/SPITests/OriginShapes use, declared with the signatures of google/promises.
import Foundation
import GooglePromisesSignatures

final class Shapes {
  func expect<Value: Equatable>(_ promise: Promise<Value>, _ value: Value) {}
  func expect<Value>(_ promise: Promise<Value>, error: ShapeError) {}
}

struct ShapeError: Error, Equatable {}

let queue = DispatchQueue(label: "queue")

func here<T>(_ value: T) -> T { value }
func there<T>(_ value: T) -> T { value }
func noteHere() {}
func noteThere() {}

func load(_ number: Int) -> Promise<Int> { fatalError() }
func text(_ number: Int) -> Promise<String> { fatalError() }
func check(_ number: Int) throws {}
func increased(_ number: Int) -> Int { number + 1 }
func show(_ number: Int) {}
func failing() -> Promise<Int> { fatalError() }
func report(_ error: any Error) {}

final class ShapeScreen: Sendable {
  func increased(_ number: Int) -> Int { number + 1 }
  func loadText(_ number: Int) -> Promise<String> { fatalError() }
  func show(_ number: Int) {}
  func standIn(_ error: any Error) -> Promise<Int> { fatalError() }
  func report(_ error: any Error) {}
  func accepts(_ number: Int) -> Bool { number > 0 }
  func end() {}
  func loadNumber(completion: @escaping (Int) -> Void) {}
  func remove(completion: @escaping (Error?) -> Void) {}
  func refuse(completion: @escaping (Error?) -> Void) {}
  func loadNumberOrError(completion: @escaping (Int?, (any Error)?) -> Void) {}
  func fail(completion: @escaping (Int?, (any Error)?) -> Void) {}
}

class OldScreen {
  func increased(_ number: Int) -> Int { number + 1 }
  func loadText(_ number: Int) -> Promise<String> { fatalError() }
  func show(_ number: Int) {}
}
