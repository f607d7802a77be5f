import Dispatch
import PromiseConcurrency
import TestSupport
import Testing

/// The promises of a group of shapes, and what they become in the library from which the code comes.
final class Shapes: Sendable {
  private let checks = Lock<[@Sendable () async -> Void]>([])

  func expect<Value: Equatable & Sendable>(
    _ promise: Promise<Value>, _ value: Value, file: String = #fileID, line: Int = #line
  ) {
    checks.withLock { checks in
      checks.append {
        let result = await promise.getResult()
        #expect((try? result.get()) == value, "\(result)", sourceLocation: place(file, line))
      }
    }
  }

  func expect<Value: Equatable & Sendable>(
    _ guarantee: Guarantee<Value>, _ value: Value, file: String = #fileID, line: Int = #line
  ) { expect(guarantee.promise, value, file: file, line: line) }

  func expect<Value: Sendable>(
    _ promise: Promise<Value>, error: ShapeError, file: String = #fileID, line: Int = #line
  ) {
    checks.withLock { checks in
      checks.append {
        let result = await promise.getResult()
        #expect(throws: error, sourceLocation: place(file, line)) { try result.get() }
      }
    }
  }

  /// Waits for the promises of shapes that are created with `DispatchQueue.promises` as the default queue.
  static func verify(_ shapes: (Shapes, ShapeScreen) -> Void) async {
    let group = Shapes()
    withPromiseQueue(defaultQueue.queue) { shapes(group, ShapeScreen()) }
    let checks = group.checks.withLock { $0 }
    #expect(!checks.isEmpty)
    for check in checks { await check() }
  }
}

struct ShapeError: Error, Equatable {}

/// The place of a shape. Its file does not import Testing, so that the other library can compile it.
private func place(_ file: String, _ line: Int) -> SourceLocation {
  SourceLocation(fileID: file, filePath: file, line: line, column: 1)
}

/// The queue of handlers for which the code names none, and the queue that it names.
private let defaultQueue = MarkedQueue()
private let namedQueue = MarkedQueue()
var queue: DispatchQueue { namedQueue.queue }

/// Returns the value, and expects to be called on the default queue.
func here<T>(_ value: T, file: String = #fileID, line: Int = #line) -> T {
  #expect(defaultQueue.isCurrent, sourceLocation: place(file, line))
  return value
}

/// Returns the value, and expects to be called on the queue that the shape names.
func there<T>(_ value: T, file: String = #fileID, line: Int = #line) -> T {
  #expect(namedQueue.isCurrent, sourceLocation: place(file, line))
  return value
}

func noteHere(file: String = #fileID, line: Int = #line) { here((), file: file, line: line) }
func noteThere(file: String = #fileID, line: Int = #line) { there((), file: file, line: line) }

// MARK: - The functions of an app

func load(_ number: Int) -> Promise<Int> { DispatchQueue.global().async(.promise) { number } }
func text(_ number: Int) -> Promise<String> { load(number).map(on: nil) { "\($0)" } }
func ready(_ number: Int) -> Guarantee<Int> { .value(number) }
func numbers() -> Promise<[Int]> { load(2).map(on: nil) { Array(1...$0) } }
func check(_ number: Int) throws { if number < 0 { throw ShapeError() } }
func increased(_ number: Int) -> Int { number + 1 }
func show(_ number: Int) { #expect(number >= 0) }
func failing() -> Promise<Int> {
  load(-1).map(on: nil) { number in
    try check(number); return number
  }
}
func report(_ error: any Error) { #expect(error is ShapeError) }

final class ShapeScreen: Sendable {
  func increased(_ number: Int) -> Int { number + 1 }
  func loadText(_ number: Int) -> Promise<String> { text(number) }
  func show(_ number: Int) { #expect(number >= 0) }
  func standIn(_ error: any Error) -> Promise<Int> { load(2) }
  func report(_ error: any Error) { #expect(error is ShapeError) }
  func accepts(_ number: Int) -> Bool { number > 0 }
  func end() {}
  func loadNumber(completion: @escaping (Int) -> Void) { completion(1) }
  func loadNumberOrError(completion: @escaping (Int?, (any Error)?) -> Void) { completion(1, nil) }
  func fail(completion: @escaping (Int?, (any Error)?) -> Void) { completion(nil, ShapeError()) }
}

class OldScreen {
  func increased(_ number: Int) -> Int { number + 1 }
  func loadText(_ number: Int) -> Promise<String> { text(number) }
  func show(_ number: Int) { #expect(number >= 0) }
}
