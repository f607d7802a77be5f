/// The work that each style performs.
struct ScanJob: Sendable {
  /// The paths of the files to read.
  let files: [ByteString]

  /// The maximum number of open files.
  let jobs: Int

  /// Called once for each started file, with its result.
  ///
  /// It returns quickly and may be called on any thread. A failure must not end the scan. A file that fails
  /// because the scan was canceled need not be reported.
  let fileEnded: @Sendable (_ path: ByteString, _ result: Result<FileCount, any Error>) -> Void
}
