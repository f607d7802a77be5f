/// Generates files with functions that return chains.
struct ChainGenerator {
  private var state: UInt64
  private(set) var commentCount = 0
  private var unit = "  "

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  /// Returns a file, and the number of its functions that return a chain.
  mutating func file() -> (source: String, functionCount: Int) {
    unit = pick(["  ", "    ", "\t"])
    let count = number(1, 5)
    var text =
      "import PromiseCore\n\n\(pick(["final class C", "struct S", "actor A", "@MainActor class M", "extension E"])) {\n"
    for index in 0..<count { text += function(index) + (chance(2) ? "\n" : "") }
    text += "}\n"
    if chance(4) { text = text.replacing("\n", with: "\r\n") }
    return (chance(5) ? "\u{FEFF}" + text : text, count)
  }

  private mutating func function(_ index: Int) -> String {
    let value = pick(["Int", "Void", "[String: Int]", "(Int, String)"])
    let modifiers = pick(["", "public ", "static ", "@discardableResult\n\(unit)private ", "override ", "mutating "])
    let documentation = chance(2) ? "\(unit)/// \(comment())\n" : ""
    let kind = pick(["Promise", "Promise", "Guarantee"])
    let parameters = pick(["", "_ x: Int", "x: Int = 1, y z: String", "x: inout Int"])
    let head = "\(documentation)\(unit)\(modifiers)func f\(index)(\(parameters)) -> \(kind)<\(value)> {"
    if chance(3) { return head + " \(chain(depth: 0)) }\n" }
    let inner = unit + unit
    var body = ""
    if chance(3) { body += "\(inner)let local = 1 // \(comment())\n" }
    if chance(3) {
      body += "\(inner)guard ready else { return \(pick([".value(1)", "Promise(error: E.e)", "early()"])) }\n"
    }
    if chance(4) { body += "\(inner)if x == 2 { return \(chain(depth: 1)) }\n" }
    if chance(4) { body += "\(inner)/* \(comment()) */\n" }
    return head + "\n" + body + "\(inner)return \(chain(depth: 0))\n\(unit)}\n"
  }

  private mutating func chain(depth: Int) -> String {
    var text = pick([
      "load(x)", "firstly { load(x) }", "when(fulfilled: load(x), self.next(x))", "after(seconds: 1)", "a.b",
    ])
    for _ in 0..<number(1, 4) {
      text += separator() + step(depth: depth)
    }
    return text
  }

  private mutating func separator() -> String {
    guard chance(3) else { return "." }
    let inner = unit + unit + unit
    return "\n" + (chance(3) ? "\(inner)// \(comment())\n" : "") + inner + "."
  }

  private mutating func step(depth: Int) -> String {
    let queue = chance(6) ? pick(["(on: .main)", "(on: nil)", "(on: queue)", "(on: .global())"]) : ""
    switch number(0, 12) {
    case 0: return "map\(queue) { $0 + 1 }"
    case 1: return "map(\\.name)"
    case 2: return "get\(queue) { value in show(value) }"
    case 3 where depth < 2: return "then\(queue) { value in \(chain(depth: depth + 1)) }"
    case 4: return "then { next($0) }"
    case 5: return "done { _ in show() }"
    case 6: return "ensure { stop() }"
    case 7: return "recover { error -> Promise<Int> in if error is E { throw error }; return .value(1) }"
    case 8: return "catch { log($0) }"
    case 9: return "compactMap { Int($0) }"
    case 10:
      return
        "map { a, b -> Int in\n\(unit)\(unit)\(unit)// \(comment())\n\(unit)\(unit)\(unit)return a + b\n\(unit)\(unit)}"
    case 11: return pick(["asVoid()", "timeout(seconds: 1)", "map { [weak self] in self }", "tap { log($0) }"])
    default: return "map { value -> Int in if value == 1 { return 2 }; return value }"
    }
  }

  private mutating func comment() -> String {
    defer { commentCount += 1 }
    return "comment \(commentCount)."
  }

  // MARK: - Random numbers

  /// SplitMix64, by Steele, Lea and Flood.
  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  private mutating func number(_ low: Int, _ high: Int) -> Int { low + Int(next() % UInt64(high - low + 1)) }
  private mutating func chance(_ count: Int) -> Bool { number(1, count) == 1 }
  private mutating func pick(_ choices: [String]) -> String { choices[number(0, choices.count - 1)] }
}
