import Foundation

/// Runs the other programs of this package, and writes their results as a table, a file and a chart.
@main
enum Main {
  static func main() {
    do {
      exit(try benchmark(try Options(Array(CommandLine.arguments.dropFirst()))) ? 0 : 1)
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(2)
    }
  }

  /// Performs the requested measurements. Returns whether all checks passed.
  private static func benchmark(_ options: Options) throws -> Bool {
    let place = try Place()
    defer { place.cleanUp() }
    let file = place.package.appendingPathComponent("Results/results.json")
    let earlier = try Report.read(from: file)
    if options.isCheck, earlier == nil { throw Failure("Cannot compare: \(file.path) does not exist.") }

    say("building")
    try place.build()
    let rows = try measure(options, place)
    Table.print(rows)
    if options.isCheck, let earlier {
      return Check.passes(rows, against: earlier, isComplete: options.parts.count == 2)
    }

    var report = Report(
      date: options.date, machine: Machine.description(), compiler: try Machine.compiler(),
      command: "swift run -c release --package-path Benchmarks benchmark", rows: rows)
    if options.parts.count < Options.Part.allCases.count { report.keep(earlier?.rows ?? []) }
    report.table = Article.table(of: report)
    try report.write(to: file)
    let picture = place.package.appendingPathComponent("Results/results.svg")
    try Picture(report).write(to: picture)
    say("measured; now run Scripts/figures write")
    return true
  }

  private static func measure(_ options: Options, _ place: Place) throws -> [Row] {
    var rows: [Row] = []
    if options.parts.contains(.counts) {
      say("counting instructions and allocations")
      rows += try Instructions.rows(place) + AllocationCounts.rows(place)
    }
    if options.parts.contains(.times) {
      say("timing, \(options.rounds) rounds")
      rows += try TimeRatios.rows(place, rounds: options.rounds) + DepthLimits.rows(place)
    }
    if options.parts.contains(.typecheck) {
      say("checking types")
      rows += try TypeChecking.rows(place)
    }
    return rows
  }

  private static func say(_ text: String) { FileHandle.standardError.write(Data("\(text) …\n".utf8)) }
}
