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

/// The contents of one folder, as they were at the moment it was read.
struct Folder {
  /// What an entry of a folder is.
  enum Kind {
    case file
    case folder
    /// A symbolic link; with a folder at its end, the identity of that folder.
    case link(folder: FileIdentity?)
    /// A symbolic link that cannot be followed.
    case brokenLink(SystemError)
    /// A device, a pipe or a socket.
    case other
    /// Something that does not even say what it is.
    case unknown(SystemError)
  }

  let identity: FileIdentity
  /// The entries in the order of the bytes of their names, without the folder itself and its parent.
  let entries: [(name: ByteString, kind: Kind)]

  /// Reads the folder at `path`; a link in its place is followed only when the user named it.
  init(reading path: ByteString, followsLink: Bool) throws(SystemError) {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (followsLink ? 0 : O_NOFOLLOW)
    let descriptor = path.withCPath { open($0, flags) }
    guard descriptor >= 0 else { throw SystemError.last }
    guard let stream = fdopendir(descriptor) else {
      let error = SystemError.last
      close(descriptor)
      throw error
    }
    defer { closedir(stream) }  // This closes the descriptor, too.

    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw SystemError.last }
    var entries: [(name: ByteString, kind: Kind)] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      let name = Folder.name(of: entry)
      if name != ByteString("."), name != ByteString("..") {
        entries.append((name, Folder.kind(of: name, in: descriptor)))
      }
    }
    // The end and a failure look the same, but for this number.
    guard errno == 0 else { throw SystemError.last }

    self.identity = FileIdentity(status)
    self.entries = entries.sorted { $0.name < $1.name }
  }

  /// The name in an entry, which may be shorter in memory than its Swift type says.
  private static func name(of entry: UnsafeMutablePointer<dirent>) -> ByteString {
    let offset = MemoryLayout<dirent>.offset(of: \.d_name)!
    return ByteString(cString: (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self))
  }

  /// Finds out what the entry called `name` is.
  private static func kind(of name: ByteString, in descriptor: Int32) -> Kind {
    var status = stat()
    guard name.withCPath({ fstatat(descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) }) == 0 else {
      return .unknown(SystemError.last)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    case S_IFLNK: break
    default: return .other
    }
    guard name.withCPath({ fstatat(descriptor, $0, &status, 0) }) == 0 else {
      return .brokenLink(SystemError.last)
    }
    return .link(folder: status.st_mode & S_IFMT == S_IFDIR ? FileIdentity(status) : nil)
  }
}

extension Folder {
  /// Why the path does not lead to a folder, or `nil` if it does.
  static func problem(with path: ByteString) -> String? {
    var status = stat()
    guard path.withCPath({ stat($0, &status) }) == 0 else { return "\(SystemError.last)" }
    return status.st_mode & S_IFMT == S_IFDIR ? nil : "Not a folder"
  }
}
