import Dispatch

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

/// Watches for Ctrl-C: the first one cancels, the second one kills.
struct Interrupt {
  /// The source has to live as long as the signal shall be watched.
  private let source: any DispatchSourceSignal

  /// Starts watching.
  init(cancelling cancellation: Cancellation) {
    // Without this, the system would end the program before Dispatch could tell us of the signal.
    signal(SIGINT, SIG_IGN)
    let queue = DispatchQueue(label: "treescan.interrupt")
    source = DispatchSource.makeSignalSource(signal: SIGINT, queue: queue)
    source.setEventHandler {
      let isFirst = cancellation.cancel()
      if !isFirst { Interrupt.kill() }
    }
    source.resume()
  }

  /// Ends the program as if the signal had not been watched at all.
  private static func kill() {
    signal(SIGINT, SIG_DFL)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(SIGINT)
  }
}
