import Foundation
import Fuzzing

// swift run -c release fuzz [--graphs COUNT] [--seed FIRST] [--times EACH] [--patience SECONDS] [--show SEED]

func argument(_ name: String) -> UInt64? {
  let arguments = CommandLine.arguments
  guard let place = arguments.firstIndex(of: name), place + 1 < arguments.count else { return nil }
  return UInt64(arguments[place + 1])
}

/// Says something at once, also where output is kept back.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

if let seed = argument("--show") {
  say(Generator.program(seed: seed).swift)
  exit(0)
}

let first = argument("--seed") ?? 0
let count = argument("--graphs") ?? 10_000
let times = Int(argument("--times") ?? 1)
let patience = Double(argument("--patience") ?? 10)
let start = Date()
var next = start.addingTimeInterval(60)
do {
  let tally = try Fuzzer(in: .process, patience: patience).run(seeds: first..<first + count, times: times) { tally in
    if Date() > next {
      next += 60
      say("\(tally.same + tally.tooWide) graphs, \(Int(-start.timeIntervalSinceNow)) s")
    }
    return false
  }
  let time = String(format: "%.1f", -start.timeIntervalSinceNow)
  say("\(tally.same) graphs did as the reference does, \(tally.tooWide) were too wide to tell; \(time) s")
} catch {
  say("\(error)")
  exit(1)
}
