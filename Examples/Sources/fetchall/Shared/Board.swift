/// What the progress bars show: the tally, and the downloads that are running.
struct Board: Sendable {
  /// A running download.
  struct Row: Equatable, Sendable {
    /// The file that is downloaded.
    let file: RemoteFile
    /// The number of bytes received in this attempt.
    var bytes = 0
    /// The size of the file, or `nil` if the server has not stated it.
    var size: Int?
    /// Whether the file waits for its next attempt.
    var isWaiting = false
  }

  /// How the downloads have ended so far.
  var tally = Tally()
  /// The running downloads. A download stays in its row until it ends, and then leaves it to the next one.
  private(set) var rows: [Row?] = []

  /// The number of bytes received for the files that are there, and for those that are running.
  var bytes: Int { rows.reduce(tally.bytes) { $0 + ($1?.bytes ?? 0) } }

  /// Adds a download in the first free row, or begins its next attempt.
  mutating func start(_ file: RemoteFile) {
    if let index = index(of: file) {
      rows[index] = Row(file: file)
    } else if let free = rows.firstIndex(where: { $0 == nil }) {
      rows[free] = Row(file: file)
    } else {
      rows.append(Row(file: file))
    }
  }

  /// Changes the row of a download, if it is running.
  mutating func update(_ file: RemoteFile, _ change: (inout Row) -> Void) {
    guard let index = index(of: file), var row = rows[index] else { return }
    change(&row)
    rows[index] = row
  }

  /// Removes a download.
  mutating func remove(_ file: RemoteFile) {
    if let index = index(of: file) { rows[index] = nil }
  }

  /// Returns the row of a download, or `nil` if it is not running.
  private func index(of file: RemoteFile) -> Int? {
    rows.firstIndex { $0?.file.number == file.number }
  }
}
