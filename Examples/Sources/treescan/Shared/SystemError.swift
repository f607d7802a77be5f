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

/// A failed system call, as the number which it left in `errno`.
struct SystemError: Error, Equatable, CustomStringConvertible {
  /// One of the numbers of `<errno.h>`, such as `EACCES`.
  let code: Int32

  /// The error of the system call that just failed on this thread.
  static var last: SystemError {
    SystemError(code: errno)
  }

  /// Whether the file is not there any more.
  var isVanished: Bool {
    code == ENOENT || code == ENOTDIR
  }

  /// Whether a symbolic link leads to itself in the end.
  var isLoop: Bool {
    code == ELOOP
  }

  /// Whether there was no failure, but the channel was closed in the middle of the work.
  var isCancellation: Bool {
    code == ECANCELED
  }

  /// The words of the system for this error.
  var description: String {
    String(cString: strerror(code))
  }
}
