/// Something about a file, folder or link that the user should know.
struct Remark: Equatable, Sendable {
  /// What there is to say.
  enum Kind: Equatable, Sendable {
    case unreadable(reason: String)
    case vanished
    case loopingLink
    case danglingLink(SystemError)
    case binary
    case empty
  }

  let path: ByteString
  let kind: Kind

  /// Whether the numbers of the report may be too low, or links form a loop.
  var isFailure: Bool {
    switch kind {
    case .unreadable, .vanished, .loopingLink: true
    case .danglingLink, .binary, .empty: false
    }
  }

  /// The line that is shown to the user.
  var line: String {
    "treescan: \(path.printable): \(explanation)"
  }

  private var explanation: String {
    switch kind {
    case .unreadable(let reason): "cannot be read: \(reason)"
    case .vanished: "vanished before it was read"
    case .loopingLink: "link that loops, not followed"
    case .danglingLink(let error): "link that leads nowhere: \(error)"
    case .binary: "binary file, its words are not counted"
    case .empty: "empty file"
    }
  }
}

extension Remark {
  /// What there is to say about a file or folder that could not be read.
  init(path: ByteString, failure: any Error) {
    let isVanished = (failure as? SystemError)?.isVanished ?? false
    self.init(path: path, kind: isVanished ? .vanished : .unreadable(reason: "\(failure)"))
  }

  /// What there is to say about a file that was counted, if anything.
  init?(path: ByteString, count: FileCount) {
    if count.isBinary {
      self.init(path: path, kind: .binary)
    } else if count.bytes == 0 {
      self.init(path: path, kind: .empty)
    } else {
      return nil
    }
  }
}
