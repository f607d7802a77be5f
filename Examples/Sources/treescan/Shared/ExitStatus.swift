/// What the program tells its caller in the end.
enum ExitStatus: Int32 {
  /// All files were counted and there is nothing to remark.
  case clean = 0
  /// Something could not be read, or a link loops.
  case failed = 1
  /// All files were counted, but there were remarks.
  case remarks = 2
  /// The command line was wrong.
  case usage = 64
  /// The scan was cancelled by Ctrl-C.
  case cancelled = 130
}
