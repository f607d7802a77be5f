import Foundation
import Fuzzing

// swift run -c release fuzz [--graphs COUNT] [--seed FIRST] [--times EACH] [--patience SECONDS]
//   | --show SEED | --reduction COUNT [--seed FIRST]

let usage = """
  usage: fuzz [--graphs COUNT] [--seed FIRST] [--times EACH] [--patience SECONDS]
         fuzz --show SEED
         fuzz --reduction COUNT [--seed FIRST]

    --graphs COUNT     compares COUNT random programs with the reference model (10000)
    --seed FIRST       the seed of the first program (0)
    --times EACH       runs each program EACH times; COUNT is then the number of programs
    --patience SECONDS how long to wait for an expected event (10)
    --show SEED        prints the program of a seed
    --reduction COUNT  checks for COUNT programs that the reduction of the model skips no state
  """

var arguments: [String: UInt64] = [:]
var words = CommandLine.arguments.dropFirst()
while let name = words.popFirst() {
  guard ["--graphs", "--seed", "--times", "--patience", "--show", "--reduction"].contains(name),
    let number = words.popFirst().flatMap({ UInt64($0) })
  else {
    say(usage)
    exit(2)
  }
  arguments[name] = number
}

/// Prints a line immediately, even where output is buffered.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

if let seed = arguments["--show"] {
  say(ProgramGenerator.program(seed: seed).swift)
  exit(0)
}

let first = arguments["--seed"] ?? 0
let count = arguments["--reduction"] ?? arguments["--graphs"] ?? 10_000
let times = Int(arguments["--times"] ?? 1)
let patience = Double(arguments["--patience"] ?? 10)
guard count > 0, times > 0, !first.addingReportingOverflow(count).overflow else {
  say("Nothing to run: the counts must be positive, and the seeds must fit into 64 bits.")
  exit(2)
}

if arguments["--reduction"] != nil {
  var compared = 0
  for seed in first..<first + count {
    let program = ProgramGenerator.program(seed: seed)
    do {
      if let difference = try ReductionCheck(program, limit: 2000).difference() {
        say("seed \(seed): \(difference)\n\(program.swift)")
        exit(1)
      }
      compared += 1
    } catch {
      // The program has too many states to compare.
    }
  }
  say("\(compared) of \(count) programs were small enough to compare")
  exit(0)
}

/// Compares programs with the reference model, and ends the process.
///
/// - Parameters:
///   - seeds: The seeds of the programs.
///   - times: The number of tests of each program.
///   - patience: How long to wait for an expected event, in seconds.
///   - limit: The number of programs to compare, or `nil` for all. Programs that are too large do not count.
@Sendable func compare(_ seeds: ClosedRange<UInt64>, times: Int, patience: Double, limit: UInt64?) -> Never {
  let start = Date()
  var next = start.addingTimeInterval(60)
  do {
    let tally = try Fuzzer(in: .process, patience: patience).run(seeds: seeds, times: times) { tally in
      if Date() > next {
        next += 60
        say("\(tally.same) programs, \(tally.tooManyStates) too large, \(Int(-start.timeIntervalSinceNow)) s")
      }
      return limit.map { tally.same == $0 } ?? false
    }
    let time = String(format: "%.1f", -start.timeIntervalSinceNow)
    say(
      "\(tally.same) programs behaved as the model allows, \(tally.tooManyStates) were too large to explore, \(time) s")
    exit(0)
  } catch {
    say("\(error)")
    exit(1)
  }
}

let isRepeated = arguments["--times"] != nil
let seeds = isRepeated ? first...first + count - 1 : first...UInt64.max
let limit = isRepeated ? nil : count
// Handlers run on the main queue, so another thread tests the programs.
Thread.detachNewThread { [seeds, times, patience, limit] in
  compare(seeds, times: times, patience: patience, limit: limit)
}
dispatchMain()
