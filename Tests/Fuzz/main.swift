import Foundation
import Fuzzing

// swift run -c release fuzz [--graphs COUNT] [--seed FIRST] [--times EACH] [--patience SECONDS] [--show SEED]

var arguments: [String: UInt64] = [:]
var words = CommandLine.arguments.dropFirst()
while let name = words.popFirst() {
  guard ["--graphs", "--seed", "--times", "--patience", "--show"].contains(name),
    let number = words.popFirst().flatMap({ UInt64($0) })
  else {
    say("usage: fuzz [--graphs COUNT] [--seed FIRST] [--times EACH] [--patience SECONDS] [--show SEED]")
    exit(2)
  }
  arguments[name] = number
}

/// Says something at once, also where output is kept back.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

if let seed = arguments["--show"] {
  say(Generator.program(seed: seed).swift)
  exit(0)
}

let first = arguments["--seed"] ?? 0
let count = arguments["--graphs"] ?? 10_000
let times = Int(arguments["--times"] ?? 1)
let patience = Double(arguments["--patience"] ?? 10)
guard count > 0, times > 0, !first.addingReportingOverflow(count).overflow else {
  say("there is nothing to be played")
  exit(2)
}
let start = Date()
var next = start.addingTimeInterval(60)
do {
  // So many that the reference can tell. With --times, it is so many programs.
  let seeds = arguments["--times"] == nil ? first...UInt64.max : first...first + count - 1
  let tally = try Fuzzer(in: .process, patience: patience).run(seeds: seeds, times: times) { tally in
    if Date() > next {
      next += 60
      say("\(tally.same) graphs, \(tally.tooWide) too wide, \(Int(-start.timeIntervalSinceNow)) s")
    }
    return arguments["--times"] == nil && tally.same == count
  }
  let time = String(format: "%.1f", -start.timeIntervalSinceNow)
  say("\(tally.same) graphs did as the reference does, \(tally.tooWide) were too wide to tell; \(time) s")
} catch {
  say("\(error)")
  exit(1)
}
