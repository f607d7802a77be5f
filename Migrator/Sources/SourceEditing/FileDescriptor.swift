import Foundation

/// An open file. It is closed with the value.
final class FileDescriptor {
  private let number: Int32

  init(_ path: String, _ flags: Int32, permissions: mode_t = 0) throws(SourceError) {
    number = open(path, flags | O_CLOEXEC, permissions)
    guard number >= 0 else { throw .unwritable }
  }

  deinit { close(number) }

  /// Makes some bytes the whole contents of the file, on the disk.
  func write(_ bytes: [UInt8]) throws(SourceError) {
    var offset = 0
    while offset < bytes.count {
      let count = bytes[offset...].withUnsafeBytes { pwrite(number, $0.baseAddress, $0.count, off_t(offset)) }
      if count > 0 { offset += count } else if errno != EINTR { throw .unwritable }
    }
    // Some file systems report only here that the disk is full.
    guard ftruncate(number, off_t(bytes.count)) == 0, fsync(number) == 0 else { throw .unwritable }
  }

  /// Gives the file the owner, the group and the permissions of another one.
  ///
  /// - Returns: `false` if the process must not give the file this owner or group.
  func adopt(_ other: stat) throws(SourceError) -> Bool {
    var own = stat()
    guard fstat(number, &own) == 0 else { throw .unwritable }
    let hasOwner = own.st_uid == other.st_uid && own.st_gid == other.st_gid
    guard hasOwner || fchown(number, other.st_uid, other.st_gid) == 0 else { return false }
    // After the owner, because a change of the owner clears some permissions.
    guard fchmod(number, other.st_mode & 0o7777) == 0 else { throw .unwritable }
    return true
  }

  /// Locks the file until it is closed, unless another open file holds the lock.
  func lock() -> Bool { flock(number, LOCK_EX | LOCK_NB) == 0 }
}

extension SourceError {
  /// The last error of the system.
  static var unwritable: SourceError { .unwritable(reason: String(cString: strerror(errno))) }
}
