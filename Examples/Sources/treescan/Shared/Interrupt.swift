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

/// Watches for Ctrl-C. The first one cancels the scan, the second one kills the program.
struct Interrupt {
  /// The dispatch source, which must be retained for as long as the signal is watched.
  private let source: any DispatchSourceSignal

  /// Starts watching.
  init(cancelling cancellation: Cancellation) {
    // Otherwise the system would end the program before Dispatch could deliver the signal.
    signal(SIGINT, SIG_IGN)
    let queue = DispatchQueue(label: "treescan.interrupt")
    source = DispatchSource.makeSignalSource(signal: SIGINT, queue: queue)
    source.setEventHandler {
      let isFirst = cancellation.cancel()
      if !isFirst { Interrupt.kill() }
    }
    source.resume()
  }

  /// Ends the program as if the signal had never been intercepted.
  private static func kill() {
    signal(SIGINT, SIG_DFL)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(SIGINT)
  }
}
