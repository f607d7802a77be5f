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

/// Watches for signals such as Ctrl-C. The first one cancels the program, the second one kills it.
package struct Interrupt {
  /// The serial queue on which the signals are handled.
  private let queue = DispatchQueue(label: "CommandLineSupport.Interrupt")
  /// The dispatch sources, which must be retained for as long as the signals are watched.
  private let sources: [any DispatchSourceSignal]

  /// Starts watching. Until then, a signal ends the program; when this initializer returns, it no longer does.
  package init(by signals: [Int32], cancelling cancellation: Cancellation) {
    let registrations = DispatchGroup()
    sources = signals.map { [queue] number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        let isFirst = cancellation.cancel(becauseOf: number)
        if !isFirst { Interrupt.kill(by: number) }
      }
      registrations.enter()
      source.setRegistrationHandler { registrations.leave() }
      source.resume()
      return source
    }
    // A signal that is ignored before Dispatch watches it would be lost.
    registrations.wait()
    #if canImport(Darwin)
      // Here, Dispatch watches a signal without intercepting it. Elsewhere, it replaces the handler of the signal.
      for number in signals { signal(number, SIG_IGN) }
    #endif
  }

  /// Stops watching. When this method returns, no cancellation is in progress, and no further one begins.
  package func stop() {
    queue.sync {
      for source in sources { source.cancel() }
    }
  }

  /// Ends the program as if the signal had never been intercepted.
  private static func kill(by number: Int32) {
    signal(number, SIG_DFL)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
  }
}
