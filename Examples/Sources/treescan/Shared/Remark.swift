import CommandLineSupport

/// A problem with a file, folder or link that the user should know about.
struct Remark: Equatable, Sendable {
  /// The kind of the problem.
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

  /// Whether the counts of the report may be too low, or a link loops.
  var isFailure: Bool {
    switch kind {
    case .unreadable, .vanished, .loopingLink: true
    case .danglingLink, .binary, .empty: false
    }
  }

  /// The line shown to the user.
  var line: String {
    "treescan: \(path.printable): \(explanation)"
  }

  private var explanation: String {
    switch kind {
    case .unreadable(let reason): "cannot be read: \(reason)"
    case .vanished: "vanished before it was read"
    case .loopingLink: "looping link, not followed"
    case .danglingLink(let error): "dangling link: \(error)"
    case .binary: "binary file, its words are not counted"
    case .empty: "empty file"
    }
  }
}

extension Remark {
  /// Creates the remark for a file or folder that could not be read.
  init(path: ByteString, failure: any Error) {
    let isVanished = (failure as? SystemError)?.isVanished ?? false
    self.init(path: path, kind: isVanished ? .vanished : .unreadable(reason: "\(failure)"))
  }

  /// Creates the remark for a file that was counted, or returns `nil` if there is none.
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
