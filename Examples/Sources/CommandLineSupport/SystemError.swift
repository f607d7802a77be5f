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

/// A failed system call, identified by its `errno`.
package struct SystemError: Error, Equatable, CustomStringConvertible {
  /// An error number from `<errno.h>`, such as `EACCES`.
  package let code: Int32

  /// Creates the error with a number.
  package init(code: Int32) { self.code = code }

  /// The error of the last failed system call on this thread.
  package static var last: SystemError {
    SystemError(code: errno)
  }

  /// Whether the file no longer exists.
  package var isVanished: Bool {
    code == ENOENT || code == ENOTDIR
  }

  /// Whether a symbolic link eventually leads to itself.
  package var isLoop: Bool {
    code == ELOOP
  }

  /// Whether the channel was closed in the middle of the operation, rather than the operation failing.
  package var isCancellation: Bool {
    code == ECANCELED
  }

  /// The system's message for this error.
  package var description: String {
    String(cString: strerror(code))
  }
}
