import Foundation
import TestSupport
import Testing

@testable import PromiseTracing

/// The text of timelines.
@Suite(.sharingProcessors) struct TextOutputTests {
  private func text(_ write: (inout TextOutput) -> Void) -> String {
    var output = TextOutput()
    write(&output)
    return String(decoding: output.bytes, as: UTF8.self)
  }

  @Test(arguments: [0, 9, 10, -1, 1_234_567, Int.max, Int.min])
  func `a number is written in decimal digits`(_ number: Int) {
    #expect(text { $0.write(number) } == "\(number)")
  }

  @Test(arguments: [
    (0, "0.000"), (1, "0.001"), (45, "0.045"), (678, "0.678"), (1_000, "1.000"), (12_345_678, "12345.678"),
    (UInt64.max, "18446744073709551.615"),
  ])
  func `a time is written in microseconds`(_ nanoseconds: UInt64, _ expected: String) {
    #expect(text { $0.write(microseconds: nanoseconds) } == expected)
  }

  @Test(arguments: ["", "map Main.swift:1", "a\"b\\c\n\t\u{0}\u{1f}", "</script><!--", "größer 🎉"])
  func `a literal is JSON, and cannot end a script`(_ value: String) throws {
    let literal = text { $0.write(literal: value) }
    #expect(!literal.contains("<"))
    let decoded = try JSONSerialization.jsonObject(with: Data(literal.utf8), options: .fragmentsAllowed)
    #expect(decoded as? String == value)
  }

  @Test func `a long text reaches the file completely`() throws {
    let path = NSTemporaryDirectory() + "output-\(UUID()).txt"
    defer { try? FileManager.default.removeItem(atPath: path) }
    guard var output = TextOutput(path: path) else { throw TestError.one }
    let piece = String(repeating: "0123456789", count: 1_000)
    for _ in 0..<30 { output.write(piece) }
    let isComplete = output.close()
    #expect(isComplete)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == String(repeating: piece, count: 30))
  }

  @Test func `a file that cannot be created is no output`() {
    if TextOutput(path: "/nonexistent/output.txt") != nil { Issue.record("There is an output.") }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `a disk that is full is noticed`() throws {
    guard var output = TextOutput(path: "/dev/full") else { throw TestError.one }
    output.write(String(repeating: "0", count: 100_000))
    let isComplete = output.close()
    #expect(!isComplete)
  }
}
