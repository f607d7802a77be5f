/// Writes files with functions of all styles.
struct SourceGenerator {
  private var state: UInt64
  private var count = 0

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  private mutating func next() -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 33)
  }

  private mutating func pick<Element>(_ list: [Element]) -> Element { list[next() % list.count] }
  private mutating func chance(_ percent: Int) -> Bool { next() % 100 < percent }

  /// Returns the text of a file.
  mutating func file() -> String {
    let end = pick(["\n", "\n", "\r\n"])
    let unit = pick(["  ", "    ", "\t"])
    var lines = pick([[], ["import Foundation"], ["// A header.", "", "import PromiseCore // needed"]])
    for _ in 0..<(1 + next() % 4) { lines += type(unit) }
    for _ in 0..<(next() % 3) { lines += function(in: .file) }
    return lines.map { $0.isEmpty ? "" : $0 }.joined(separator: end) + pick(["", end])
  }

  private enum Place { case file, type, `protocol`, actor }

  private mutating func type(_ unit: String) -> [String] {
    count += 1
    let place = pick([Place.type, .type, .type, .protocol, .actor])
    let head =
      switch place {
      case .protocol: "protocol P\(count)"
      case .actor: "actor A\(count)"
      default: pick(["struct S\(count)", "class C\(count)<Element>", "extension E\(count)", "public enum N\(count)"])
      }
    var lines: [String] = []
    for _ in 0..<(1 + next() % 5) {
      let function = function(in: place)
      if place != .protocol, chance(10) {
        lines += ["#if DEBUG"] + function + ["#else"] + function + ["#endif"]
      } else {
        lines += function
      }
      if chance(50) { lines.append("") }
    }
    let attribute = chance(15) ? ["@available(iOS 15, *)"] : []
    return attribute + ["\(head) {"] + lines.map { $0.isEmpty ? "" : unit + $0 } + [pick(["}", "} // end"])]
  }

  /// Returns a function with a name of its own.
  private mutating func function(in place: Place) -> [String] {
    count += 1
    let style = next() % 4
    let isGeneric = chance(20)
    var parameters = (0..<(next() % 3)).map { _ in parameter(isGeneric: isGeneric) }
    let value = pick(["Int", "String?", "[Int]", "Void", isGeneric ? "T" : "(Int, Bool)", "any Error", "Int"])
    var effects = ""
    var result = ""
    switch style {
    case 0:
      effects = pick(["", "", " throws"])
      result = pick(["", "", "", " -> Progress", " -> Bool"])
      parameters.insert(handler(value), at: chance(80) ? parameters.count : 0)
    case 1: result = " -> \(pick(["Promise", "Guarantee"]))<\(value)>"
    case 2:
      effects = pick([" async", " async throws", " async throws(Failure)"])
      result = " -> \(value)"
    default: result = " -> \(value)"
    }
    var modifiers: [String] = []
    if place != .protocol { modifiers += pick([[], [], ["public"], ["private"], ["open"]]) }
    if place != .file { modifiers += pick([[], [], [], ["static"], ["mutating"]]) }
    let attributes = place == .protocol ? [] : pick([[], [], [], ["@MainActor"], ["@objc", "@discardableResult"]])
    let generics = isGeneric ? "<T\(pick(["", ": Decodable", ": Sendable"]))>" : ""
    let condition = isGeneric && chance(30) ? " where T: Hashable" : ""
    let name = chance(10) ? "observe\(count)" : "f\(count)"
    var line = (attributes + modifiers + ["func \(name)\(generics)"]).joined(separator: " ")
    line += "(\(parameters.joined(separator: ", ")))\(effects)\(result)\(condition)"
    if place != .protocol { line += pick([" {}", " { fatalError() }", " { fatalError() } // why"]) }
    return documentation() + [line]
  }

  private mutating func parameter(isGeneric: Bool) -> String {
    count += 1
    let type = pick([
      "Int", "[String: Int]", "Int = 1", "String? = nil", isGeneric ? "[T]" : "some Sequence", "inout Int",
      "() -> Void", "@escaping (Int) -> Void", "Int...", "@autoclosure () -> Bool",
    ])
    return "\(pick(["", "_ ", "with ", "in "]))a\(count): \(type)"
  }

  private mutating func handler(_ value: String) -> String {
    let name = pick(["completion", "completion", "completionHandler", "_ handler", "then callback"])
    let arguments = pick([
      "\(value)", "", "\(value), Error?", "Error?, \(value)", "Result<\(value), any Error>", "Error?", "Int, Bool",
      "Int?, Bool?, (any Error)?", "Error", "Error?, Int, Int",
    ])
    return "\(name): "
      + pick([
        "@escaping (\(arguments)) -> Void", "@escaping @Sendable (\(arguments)) -> ()",
        "((\(arguments)) -> Void)? = nil",
      ])
  }

  private mutating func documentation() -> [String] {
    pick([
      [], [], ["// Not documentation."], ["/// Does it."],
      ["/// Does it.", "///", "/// - Parameters:", "///   - completion: Called.", "/// - Returns: It."],
      ["/**", " Does it.", "", " - Parameter completion: Called.", " */"],
    ])
  }
}
