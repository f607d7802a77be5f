/// Counts how the URLs of a list have ended.
struct Tally: Equatable, Sendable {
  /// The number of URLs in the list.
  var total = 0
  /// The number of files that have been downloaded.
  var downloaded = 0
  /// The number of files that were there before.
  var alreadyThere = 0
  /// The number of bytes in the downloaded files.
  var bytes = 0
  /// The URLs that have failed.
  var failures: [Failure] = []

  /// The number of URLs that have ended.
  var ended: Int { downloaded + alreadyThere + failures.count }

  /// The summary shown at the end.
  var summary: String {
    "downloaded \(downloaded), already there \(alreadyThere), failed \(failures.count), \(ByteSize.text(bytes))"
  }

  /// The lines about the failures, in the order of the list.
  var failureLines: [String] { failures.sorted { $0.number < $1.number }.map(\.line) }

  /// Returns the exit status of the program.
  ///
  /// - Parameter signal: The signal that interrupted the program, if any.
  func status(interruptedBy signal: Int32?) -> ExitStatus {
    if let signal { return .interrupted(signal: signal) }
    return failures.isEmpty ? .complete : .failed
  }
}
