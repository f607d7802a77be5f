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

/// Identifies a file, independently of the path that leads to it.
struct FileIdentity: Equatable, Sendable {
  private let device: UInt64
  private let number: UInt64

  /// Creates the identity from the result of `stat`.
  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }

  /// Returns the ancestors of the folder at `path`, up to the root.
  static func ancestors(of path: ByteString) -> [FileIdentity] {
    var found: [FileIdentity] = []
    var folder = path
    while true {
      folder = folder.appending(ByteString(".."))
      var status = stat()
      guard folder.withCPath({ stat($0, &status) }) == 0 else { return found }
      let identity = FileIdentity(status)
      // The root is the only folder that is its own parent.
      if identity == found.last { return found }
      found.append(identity)
    }
  }
}
