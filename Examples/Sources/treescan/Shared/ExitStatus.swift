/// The exit status of the program.
enum ExitStatus: Int32 {
  /// All files were counted without remarks.
  case clean = 0
  /// A file or folder could not be read, or a link loops.
  case failed = 1
  /// All files were counted, with remarks.
  case remarks = 2
  /// The command line was invalid.
  case usage = 64
  /// The scan was canceled with Ctrl-C.
  case cancelled = 130
}
