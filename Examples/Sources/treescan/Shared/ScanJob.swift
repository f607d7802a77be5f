/// What is to be done, as each of the styles gets it.
struct ScanJob: Sendable {
  /// The paths of the files to read.
  let files: [ByteString]

  /// How many of them may be open at once, at most.
  let jobs: Int

  /// Has to be called once for each file that was begun, with what came of it.
  ///
  /// It returns soon and may be called on any thread. A failure is no reason to end the scan. A file that
  /// failed because the scan was cancelled may be left out.
  let fileEnded: @Sendable (_ path: ByteString, _ result: Result<FileCount, any Error>) -> Void
}
