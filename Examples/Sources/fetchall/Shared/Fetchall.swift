import CommandLineSupport
import Dispatch
import Foundation

/// The program: everything before and after the downloads.
@main
enum Fetchall {
  /// Runs the program.
  static func main() async {
    // A program that writes to a closed pipe would be ended by the system, and leave incomplete files behind.
    signal(SIGPIPE, SIG_IGN)
    let options = readCommandLine()
    let plan = makePlan(options)

    let cancellation = Cancellation()
    let interrupt = Interrupt(by: [SIGINT, SIGTERM], cancelling: cancellation)
    let journal = Journal(plan, cancellation)
    let job = FetchJob(files: plan.files, jobs: options.jobs, retries: options.retries, journal: journal)
    await options.style.run(job, cancellation)
    // From here on, nothing is canceled anymore, and every canceled download has stopped writing.
    interrupt.stop()
    if cancellation.isCancelled { plan.files.forEach { $0.discard() } }

    finish(journal.close(), interruptedBy: cancellation.signal)
  }

  /// Prints the failures and the summary, and ends the program.
  private static func finish(_ tally: Tally, interruptedBy signal: Int32?) -> Never {
    for line in tally.failureLines { printError(line) }
    if signal != nil, tally.ended < tally.total {
      printError("canceled: \(tally.total - tally.ended) of \(tally.total) files are missing")
    }
    printOut(tally.summary)
    exit(tally.status(interruptedBy: signal).code)
  }

  /// Parses the command line. Ends the program if it is invalid, or after `--help`.
  private static func readCommandLine() -> Options {
    do {
      let options = try Options(parsing: Array(CommandLine.arguments.dropFirst()))
      guard options.showsHelp else { return options }
      printOut(Usage.help)
      exit(ExitStatus.complete.code)
    } catch {
      fail(.usage, error.message)
    }
  }

  /// Reads the URLs and decides what to do. Ends the program if the input cannot be used.
  private static func makePlan(_ options: Options) -> Plan {
    let folder = URL(fileURLWithPath: options.folder, isDirectory: true)
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder), isFolder.boolValue else {
      fail(.failed, "\(options.folder) is not a folder")
    }
    do {
      return Plan(try URLList.read(options), into: folder)
    } catch {
      fail(error.status, error.message)
    }
  }

  /// Prints why the program cannot start, and ends it.
  private static func fail(_ status: ExitStatus, _ message: String) -> Never {
    printError("fetchall: \(message)")
    if status == .usage { printError(Usage.hint) }
    exit(status.code)
  }

  /// Prints a line of requested output. If that fails, the program fails.
  private static func printOut(_ line: String) {
    do {
      try Output.results.write(line + "\n")
    } catch {
      printError("fetchall: standard output: \(error)")
      exit(ExitStatus.failed.code)
    }
  }

  /// Prints a line to standard error. If that fails, there is nowhere left to report the failure.
  private static func printError(_ line: String) {
    try? Output.messages.write(line + "\n")
  }
}
