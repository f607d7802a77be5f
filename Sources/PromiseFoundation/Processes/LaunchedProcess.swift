#if os(macOS) || !canImport(Darwin)
  import Dispatch
  import Foundation
  import PromiseCore

  /// A process between its launch and its exit.
  ///
  /// A thread of its own launches the process, and reads the output while the process runs:
  ///
  /// ```
  ///  created ──launch──▶ reading ──exit──▶ draining ──▶ settled
  ///     │                 │   ▲
  ///     │ cannot launch   │   │ output; beyond the limit: terminate
  ///     ▼                 └───┘
  ///  settled
  /// ```
  ///
  /// The thread waits with `poll` for both outputs and for a third pipe, to which the termination handler writes. It is
  /// not a Dispatch source that reads, because on Linux, sources of pipes that other processes close crash at times
  /// (https://github.com/swiftlang/swift-corelibs-libdispatch/issues/949).
  ///
  /// The same thread launches the process, because on Linux, launching creates a run loop for the calling thread, whose
  /// descriptors stay open until the thread ends. A thread of a pool may live as long as the program.
  final class LaunchedProcess: @unchecked Sendable {
    // The thread of the process uses the variables. The caller of `start` waits for the launch, and uses them after it only
    // if it has failed. Nothing else changes.
    private let process: Process
    private let resolver: Resolver<ProcessOutput>
    private let outputLimit: Int
    private var output: ProcessStream?
    private var errorOutput: ProcessStream?
    private var launchError: ProcessFailure.Reason?
    private let exit = ProcessStream()
    private let executable: String
    private let arguments: [String]

    /// Serializes launches, because two threads might launch the same process.
    private static let launching = NSLock()

    init(_ process: Process, _ resolver: Resolver<ProcessOutput>, outputLimit: Int) {
      self.process = process
      self.resolver = resolver
      self.outputLimit = max(outputLimit, 0)
      executable = process.executableURL?.path ?? "(no executable)"
      arguments = process.arguments ?? []
    }

    /// Launches the process. Returns when it runs or could not be launched.
    func start() {
      let hasLaunched = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        self.launchError = Self.launching.withLock { self.launch() }
        hasLaunched.signal()
        if self.launchError == nil { self.readUntilExit() }
      }
      hasLaunched.wait()
      if let launchError { return settle { throw failure(launchError) } }
      resolver.onCancel { [process] in Self.terminate(process) }
    }

    /// Launches the process, and returns the reason if that fails.
    private func launch() -> ProcessFailure.Reason? {
      guard process.processIdentifier == 0 else { return .alreadyLaunched }
      let (standardOutput, standardError) = (process.standardOutput, process.standardError)
      let next = process.terminationHandler
      output = stream(for: \.standardOutput, default: .standardOutput)
      errorOutput = stream(for: \.standardError, default: .standardError)
      process.terminationHandler = { [exit] process in
        next?(process)
        exit.signal()
      }
      do {
        try withAllSignals { try process.run() }
        return nil
      } catch {
        process.terminationHandler = next
        (process.standardOutput, process.standardError) = (standardOutput, standardError)
        return .notLaunched(error)
      }
    }

    /// Asks a process to exit, also one that is stopped.
    private static func terminate(_ process: Process) {
      guard process.isRunning else { return }
      process.terminate()
      kill(process.processIdentifier, SIGCONT)
    }

    /// Reads the output until the process has exited, and settles the promise.
    private func readUntilExit() {
      var isBeyondLimit = false
      func read(_ stream: ProcessStream) -> Int {
        let (count, isTooMuch) = stream.read(upTo: outputLimit)
        if isTooMuch, !isBeyondLimit {
          isBeyondLimit = true
          Self.terminate(process)
        }
        return count
      }
      let streams = [output, errorOutput].compactMap { $0 }
      // A termination handler that the user sets after the launch replaces the one that signals the exit, so look for the
      // exit every second as well.
      while !exit.isReadable, process.isRunning {
        ProcessStream.wait(for: streams + [exit], milliseconds: 1_000)
        for stream in streams where stream.isReadable { _ = read(stream) }
      }
      // Processes that this one has started may still write, so do not wait for the end of the output. No pipe of an
      // unprivileged process holds more than 1 MiB.
      for stream in streams {
        var count = 0
        while count < 1 << 20, stream.isReadable { count += read(stream) }
      }
      // The process has exited, so this does not wait. On Linux, it ends a cycle between the process and its run loop
      // source, without which Foundation never releases a process.
      process.waitUntilExit()
      settle {
        switch (process.terminationReason, process.terminationStatus) {
        case _ where isBeyondLimit: throw failure(.outputLimitExceeded(byteCount: outputLimit))
        case (.exit, 0): collected
        case (.exit, let status): throw failure(.exit(status: status))
        case (_, let number): throw failure(.signal(number: number))
        }
      }
    }

    /// Closes all descriptors, and then settles the promise.
    private func settle(_ outcome: () throws -> ProcessOutput) {
      for stream in [output, errorOutput, exit] { stream?.close() }
      resolver.resolve(Result { try outcome() })
    }

    /// What the process has written so far.
    private var collected: ProcessOutput {
      ProcessOutput(out: output?.data ?? Data(), err: errorOutput?.data ?? Data())
    }

    /// Returns an error of this process.
    private func failure(_ reason: ProcessFailure.Reason) -> ProcessFailure {
      ProcessFailure(reason: reason, executable: executable, arguments: arguments, output: collected)
    }

    /// Directs an output into a pipe, unless it has been directed elsewhere.
    private func stream(
      for output: ReferenceWritableKeyPath<Process, Any?>, default handle: FileHandle
    ) -> ProcessStream? {
      let destination = process[keyPath: output]
      guard destination == nil || (destination as? FileHandle) === handle else { return nil }
      let stream = ProcessStream()
      process[keyPath: output] = stream.pipe
      return stream
    }

    /// Calls a function with no signal blocked in this thread.
    ///
    /// A process inherits the blocked signals of the thread that launches it. Dispatch blocks nearly all of them in its
    /// threads, and a process that blocks SIGTERM cannot be terminated.
    private func withAllSignals(_ body: () throws -> Void) rethrows {
      var (none, old) = (sigset_t(), sigset_t())
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, &old)
      defer { pthread_sigmask(SIG_SETMASK, &old, nil) }
      try body()
    }
  }
#endif
