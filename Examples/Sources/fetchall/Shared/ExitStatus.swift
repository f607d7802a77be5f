/// The exit status of the program.
enum ExitStatus: Equatable {
  /// All files are there.
  case complete
  /// A file could not be downloaded, or the list or the folder cannot be used.
  case failed
  /// The command line was invalid, or contained an invalid URL.
  case usage
  /// A signal interrupted the program.
  case interrupted(signal: Int32)

  /// The number that the system receives.
  var code: Int32 {
    switch self {
    case .complete: 0
    case .failed: 1
    case .usage: 64
    // As a shell reports a program that a signal has ended.
    case .interrupted(let signal): 128 + signal
    }
  }
}
