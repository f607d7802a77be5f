import CommandLineSupport
import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  #error("Import the C library of this system here.")
#endif

/// The program: everything before and after the scan.
@main
enum Treescan {
  /// Runs the program.
  @MainActor
  static func main() {
    let options = readCommandLine()
    let root = ByteString(options.folder ?? ".")
    if let problem = Folder.problem(with: root) { fail(.failed, "\(root.printable): \(problem)") }

    let cancellation = Cancellation()
    let journal = Journal(cancellation)
    let interrupt = Interrupt(by: [SIGINT], cancelling: cancellation)

    var walk = FolderWalk(
      includesHidden: options.includesHidden, cancellation: cancellation, remark: journal.add)
    let files = walk.files(below: root)
    journal.start(total: files.count)

    let job = ScanJob(files: files, jobs: min(options.jobs, mostOpenFiles), fileEnded: journal.fileEnded)
    let cancel = options.style.start(job) { report in
      journal.close { finish(report, of: files.count, words: options.words, status: journal.status) }
    }
    cancellation.onCancel(cancel)
    // Dispatch runs the scan, and `finish` ends the program.
    withExtendedLifetime(interrupt) { dispatchMain() }
  }

  /// Prints the report and ends the program.
  private static func finish(_ report: Report, of files: Int, words: Int, status: ExitStatus) -> Never {
    printOut(ReportTable(report: report, words: words).text)
    if status == .cancelled {
      let total = report.total
      printError("canceled: \(total.files) of \(files) files, \(total.bytes) bytes")
    }
    exit(status.rawValue)
  }

  /// Parses the command line. Ends the program if it is invalid, or after `--help`.
  private static func readCommandLine() -> Options {
    do {
      let options = try Options(parsing: Array(CommandLine.arguments.dropFirst()))
      guard options.showsHelp else { return options }
      printOut(Usage.help + "\n")
      exit(ExitStatus.clean.rawValue)
    } catch {
      fail(.usage, error.message)
    }
  }

  /// The number of files that the system lets the program open, minus a reserve for Dispatch.
  private static var mostOpenFiles: Int {
    let limit = sysconf(Int32(_SC_OPEN_MAX))
    return limit < 0 ? Int.max : max(1, limit - 32)
  }

  /// Prints why the program cannot start, and ends it.
  private static func fail(_ status: ExitStatus, _ message: String) -> Never {
    printError("treescan: \(message)\n\(Usage.hint)")
    exit(status.rawValue)
  }

  /// Prints requested output. If that fails, the program fails.
  private static func printOut(_ text: String) {
    do {
      try Output.results.write(text)
    } catch {
      printError("treescan: standard output: \(error)")
      exit(ExitStatus.failed.rawValue)
    }
  }

  /// Prints a line to standard error. If that fails, there is nowhere left to report the failure.
  private static func printError(_ line: String) {
    try? Output.messages.write(line + "\n")
  }
}
