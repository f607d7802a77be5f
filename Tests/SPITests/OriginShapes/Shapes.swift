import Dispatch
import Foundation
import PromiseConcurrency
import PromiseTesting
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

  /// Waits for the promises of shapes that are created with `DispatchQueue.promises` as the default queue, and for the
  /// calls of all of their handlers.
  ///
  /// - Parameters:
  ///   - name: The name of the function.
  ///   - file: The file of the function, without extension.
  ///   - shapes: The function.
  static func verify(_ name: String, in file: String, _ shapes: (Shapes, ShapeScreen) -> Void) async throws {
    let group = Shapes()
    withPromiseQueue(defaultQueue.queue) { shapes(group, ShapeScreen()) }
    let checks = group.checks.withLock { $0 }
    #expect(!checks.isEmpty)
    for check in checks { await check() }
    await promisesSettled()
    let missing = try linesOfCalls(in: name, file).subtracting(calledLines.withLock { $0[file] ?? [] })
    #expect(missing.isEmpty, "lines of \(file).swift that are not called: \(missing.sorted())")
  }

  /// The lines of a function that call `here`, `there`, `noteHere` or `noteThere`, except for those whose comment says
  /// that they are not called.
  private static func linesOfCalls(in name: String, _ file: String) throws -> Set<Int> {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let text = try String(contentsOf: folder.appendingPathComponent("\(file).swift"), encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let first = try #require(lines.firstIndex { $0.hasPrefix("func \(name)(") })
    let last = try #require(lines[first...].firstIndex { $0.hasPrefix("}") })
    let calls = (first...last).filter { index in
      // "here(" is also the end of "there(" and "noteThere(".
      ["here(", "noteHere("].contains { lines[index].contains($0) } && !lines[index].contains("// not called")
    }
    #expect(!calls.isEmpty)
    return Set(calls.map { $0 + 1 })
  }
}

/// The lines of calls of `here` and its kin, by the name of their file.
private let calledLines = Lock<[String: Set<Int>]>([:])

private func noteCall(_ file: String, _ line: Int) {
  let name = String(file.split(separator: "/").last!.dropLast(".swift".count))
  calledLines.withLock { _ = $0[name, default: []].insert(line) }
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
  noteCall(file, line)
  #expect(defaultQueue.isCurrent, sourceLocation: place(file, line))
  return value
}

/// Returns the value, and expects to be called on the queue that the shape names.
func there<T>(_ value: T, file: String = #fileID, line: Int = #line) -> T {
  noteCall(file, line)
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
  func remove(completion: @escaping (Error?) -> Void) { completion(nil) }
  func refuse(completion: @escaping (Error?) -> Void) { completion(ShapeError()) }
  func fail(completion: @escaping (Int?, (any Error)?) -> Void) { completion(nil, ShapeError()) }
}

class OldScreen {
  func increased(_ number: Int) -> Int { number + 1 }
  func loadText(_ number: Int) -> Promise<String> { text(number) }
  func show(_ number: Int) { #expect(number >= 0) }
}
