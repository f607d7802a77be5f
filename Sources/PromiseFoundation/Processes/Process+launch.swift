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
    /// If you have set `standardOutput` or `standardError` to anything but the handle of this program's own output, that
    /// output goes where you have directed it, and is empty in the result. Do this for output that does not fit into
    /// memory.
    ///
    /// - Parameters:
    ///   - namespace: The value `.promise`.
    ///   - outputLimit: The largest output to keep in memory, in bytes, for each of the two streams. If the process
    ///     writes more, it is terminated, and the promise is rejected.
    /// - Returns: A promise of the output. It is rejected with a ``ProcessFailure`` if the process cannot be launched,
    ///   exits with a status other than 0, is ended by a signal, or exceeds `outputLimit`. Canceling the promise
    ///   sends the process the signal SIGTERM. A process that ignores it, or whose own processes go on, is still waited
    ///   for in the background.
    public func launch(
      _ namespace: PromiseNamespace, outputLimit: Int = 16 * 1_024 * 1_024, file: StaticString = #fileID,
      line: UInt = #line
    ) -> Promise<ProcessOutput> {
      Promise(resolver: { LaunchedProcess(self, $0, outputLimit: outputLimit).start() }, file: file, line: line)
    }
  }
#endif
