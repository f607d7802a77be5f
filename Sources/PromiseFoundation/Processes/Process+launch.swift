#if os(macOS) || !canImport(Darwin)
  public import Foundation
  public import PromiseCore

  extension Process {
    /// Launches the process, and returns a promise of its output.
    ///
    /// ```swift
    /// let process = Process()
    /// process.executableURL = URL(fileURLWithPath: "/usr/bin/git")
    /// process.arguments = ["log", "--oneline"]
    /// process.launch(.promise).done { print($0.text) }.catch { print($0) }
    /// ```
    ///
    /// The promise settles when the process has exited. Its output is read while it runs, so a process with much output
    /// does not block. What a process that it started writes later is not part of the output. (On Linux, Foundation
    /// notices the exit only when the processes that it started have exited as well.)
    ///
    /// If you have set `standardOutput` or `standardError`, that output goes where you have directed it, and is empty in
    /// the result. Do this for output that does not fit into memory.
    ///
    /// - Parameters:
    ///   - namespace: The value `.promise`.
    ///   - outputLimit: The largest output to keep in memory, in bytes, for each of the two streams. If the process
    ///     writes more, it is terminated, and the promise is rejected.
    /// - Returns: A promise of the output. It is rejected with a ``ProcessFailure`` if the process cannot be launched,
    ///   exits with a status other than 0, is ended by a signal, or exceeds `outputLimit`. Canceling the promise
    ///   terminates the process, with the signal SIGTERM.
    @_disfavoredOverload  // so that PromiseKit's own form is preferred where its SPI is imported
    public func launch(
      _ namespace: PromiseNamespace, outputLimit: Int = 16 * 1_024 * 1_024, file: StaticString = #fileID,
      line: UInt = #line
    ) -> Promise<ProcessOutput> {
      Promise(resolver: { ProcessRun(self, $0, outputLimit: outputLimit).start() }, file: file, line: line)
    }
  }

  /// A process between its launch and its exit.
  ///
  /// ```
  ///            start             exited           both outputs closed
  ///  created ─────────▶ running ────────▶ closing ───────────────────▶ settled
  ///     │                  │ ▲
  ///     │ run() throws     │ │ readable; beyond the limit: terminate
  ///     ▼                  └─┘
  ///  settled
  /// ```
  private final class ProcessRun: @unchecked Sendable {
    // Everything that changes after the launch is guarded by `queue`, which is serial.
    private let queue = DispatchQueue(label: "PromiseFoundation.ProcessRun")
    private let process: Process
    private let resolver: Resolver<ProcessOutput>
    let outputLimit: Int
    private var output: OutputReader?
    private var errorOutput: OutputReader?
    /// Whether the process was terminated because of its output.
    private var isBeyondLimit = false

    init(_ process: Process, _ resolver: Resolver<ProcessOutput>, outputLimit: Int) {
      self.process = process
      self.resolver = resolver
      self.outputLimit = max(outputLimit, 0)
    }

    /// Launches the process.
    func start() {
      guard process.processIdentifier == 0 else { return resolver.reject(failure(.alreadyLaunched)) }
      // The readers exist before the process can exit. Nothing is read before they are activated.
      if Self.isUnset(process.standardOutput, default: .standardOutput) {
        let pipe = Pipe()
        process.standardOutput = pipe
        output = OutputReader(pipe, self)
      }
      if Self.isUnset(process.standardError, default: .standardError) {
        let pipe = Pipe()
        process.standardError = pipe
        errorOutput = OutputReader(pipe, self)
      }
      let next = process.terminationHandler
      process.terminationHandler = { process in
        next?(process)
        self.queue.async { self.exited() }
      }
      do {
        try withAllSignals { try process.run() }
      } catch {
        process.terminationHandler = next
        return resolver.reject(failure(.notLaunched(error)))
      }
      output?.activate(on: queue)
      errorOutput?.activate(on: queue)
      resolver.onCancel { [process] in
        if process.isRunning { process.terminate() }
      }
    }

    /// Terminates the process, because it has written more than allowed. Runs on `queue`.
    func exceedLimit() {
      if !isBeyondLimit, process.isRunning { process.terminate() }
      isBeyondLimit = true
    }

    /// Reads the rest of the output, and settles the promise as soon as the descriptors are closed. Runs on `queue`.
    private func exited() {
      let group = DispatchGroup()
      output?.close(in: group)
      errorOutput?.close(in: group)
      group.notify(queue: queue) { [self] in
        switch (process.terminationReason, process.terminationStatus) {
        case _ where isBeyondLimit: resolver.reject(failure(.outputLimitExceeded(byteCount: outputLimit)))
        case (.exit, 0): resolver.fulfill(collected)
        case (.exit, let status): resolver.reject(failure(.exit(status: status)))
        case (_, let number): resolver.reject(failure(.signal(number: number)))
        }
      }
    }

    /// What the process has written so far.
    private var collected: ProcessOutput {
      ProcessOutput(out: output?.data ?? Data(), err: errorOutput?.data ?? Data())
    }

    /// Returns an error of this process.
    private func failure(_ reason: ProcessFailure.Reason) -> ProcessFailure {
      ProcessFailure(
        reason: reason, executable: process.executableURL?.path ?? "(no executable)",
        arguments: process.arguments ?? [], output: collected)
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

    /// Returns whether an output has not been directed elsewhere.
    private static func isUnset(_ destination: Any?, default handle: FileHandle) -> Bool {
      guard let destination else { return true }
      return (destination as? FileHandle) === handle
    }
  }

  /// Reads an output of a process from a pipe. After `activate(on:)`, every method runs on the queue of the process.
  private final class OutputReader {
    /// The most bytes that are read at once. A pipe holds 64 KiB unless it is enlarged.
    private static let chunk = 64 * 1_024
    /// The most bytes that are read after the exit. No pipe of an unprivileged process holds more.
    private static let largestPipe = 1_024 * 1_024

    private(set) var data = Data()
    private let pipe: Pipe
    private unowned let process: ProcessRun
    private var source: (any DispatchSourceRead)?
    /// The group that is waiting for the descriptor to be closed.
    private var group: DispatchGroup?
    /// Whether there is nothing more to read.
    private var isAtEnd = false

    init(_ pipe: Pipe, _ process: ProcessRun) {
      self.pipe = pipe
      self.process = process
    }

    /// Begins to read.
    func activate(on queue: DispatchQueue) {
      let handle = pipe.fileHandleForReading
      let source = DispatchSource.makeReadSource(fileDescriptor: handle.fileDescriptor, queue: queue)
      nonisolated(unsafe) let reader = self  // used on `queue` only
      source.setEventHandler { _ = reader.readChunk() }
      source.setCancelHandler {
        // The descriptor must stay open until its source no longer uses it.
        try? handle.close()
        reader.group?.leave()
        reader.source = nil
      }
      queue.sync {
        reader.source = source
        source.activate()
      }
    }

    /// Reads what is in the pipe, and closes the descriptor. Descriptors that other processes have inherited may still
    /// be open at the other end, so it does not wait for the end of the output.
    func close(in group: DispatchGroup) {
      guard let source else { return }
      group.enter()
      self.group = group
      var count = 0
      while !isAtEnd, count < Self.largestPipe, let read = readChunk() { count += read }
      source.cancel()
    }

    /// Reads one chunk. Returns its length, or `nil` if there is nothing to read now. At the limit, stops reading.
    private func readChunk() -> Int? {
      let descriptor = pipe.fileHandleForReading.fileDescriptor
      var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&event, 1, 0) > 0 else { return nil }
      let count = withUnsafeTemporaryAllocation(byteCount: Self.chunk, alignment: 1) { buffer in
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        let kept = min(max(count, 0), process.outputLimit - data.count)
        data.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<kept]))
        if kept < count { process.exceedLimit() }
        return kept < count ? 0 : count
      }
      if count == 0 {
        isAtEnd = true
        source?.cancel()
      }
      return count > 0 ? count : nil
    }
  }
#endif
