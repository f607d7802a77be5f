import CommandLineSupport

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

/// The contents of a folder at the time it was read.
struct Folder {
  /// The kind of an entry in a folder.
  enum Kind {
    case file
    case folder
    /// A symbolic link. If it leads to a folder, `folder` identifies that folder.
    case link(folder: FileIdentity?)
    /// A symbolic link that cannot be followed.
    case brokenLink(SystemError)
    /// A device, a pipe or a socket.
    case other
    /// An entry of a kind that cannot be determined.
    case unknown(SystemError)
  }

  let identity: FileIdentity
  /// The entries, in byte order of their names, without `.` and `..`.
  let entries: [(name: ByteString, kind: Kind)]

  /// Reads the folder at `path`. Follows a symbolic link only if the user named it.
  init(reading path: ByteString, followsLink: Bool) throws(SystemError) {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (followsLink ? 0 : O_NOFOLLOW)
    let descriptor = path.withCPath { open($0, flags) }
    guard descriptor >= 0 else { throw SystemError.last }
    guard let stream = fdopendir(descriptor) else {
      let error = SystemError.last
      close(descriptor)
      throw error
    }
    defer { closedir(stream) }  // This also closes the descriptor.

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
    // `readdir` returns `nil` both at the end and on failure; only `errno` tells them apart.
    guard errno == 0 else { throw SystemError.last }

    self.identity = FileIdentity(status)
    self.entries = entries.sorted { $0.name < $1.name }
  }

  /// Returns the name in an entry. The entry may occupy less memory than its Swift type declares.
  private static func name(of entry: UnsafeMutablePointer<dirent>) -> ByteString {
    let offset = MemoryLayout<dirent>.offset(of: \.d_name)!
    return ByteString(cString: (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self))
  }

  /// Determines the kind of the entry called `name`.
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
  /// Returns why the path does not lead to a folder, or `nil` if it does.
  static func problem(with path: ByteString) -> String? {
    var status = stat()
    guard path.withCPath({ stat($0, &status) }) == 0 else { return "\(SystemError.last)" }
    return status.st_mode & S_IFMT == S_IFDIR ? nil : "Not a folder"
  }
}
