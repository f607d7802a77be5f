#if os(macOS) || !canImport(Darwin)
  public import Foundation
  public import PromiseCore

  extension Process {
    /// Launches the process, and returns a promise of two pipes from which its output can be read.
    ///
    /// Unlike in PromiseKit, output of any length is read while the process runs. It is kept in memory.
    ///
    /// - Parameter namespace: The value `.promise`.
    /// - Returns: A promise of the pipes. It is rejected with a `ProcessFailure`. Canceling the promise sends the process
    ///   the signal SIGTERM.
    @_spi(PromiseKit)
    @available(
      *, deprecated,
      message: """
        Remove `@_spi(PromiseKit)` from the import, and use `$0.text` or `$0.out`, which is `Data`, in place of \
        `$0.out.fileHandleForReading.readDataToEndOfFile()`. The output is then limited to `outputLimit`.
        """
    )
    public func launch(_ namespace: PromiseNamespace) -> Promise<(out: Pipe, err: Pipe)> {
      let output: Promise<ProcessOutput> = launch(.promise, outputLimit: .max)
      return output.map(on: .global()) { output in
        (out: try Pipe(containing: output.out), err: try Pipe(containing: output.err))
      }
    }
  }

  extension Process {
    /// PromiseKit's errors of processes.
    @_spi(PromiseKit)
    @available(*, unavailable, message: "Catch `ProcessFailure`, whose `reason` is `.notLaunched` or `.exit(status:)`.")
    public enum PMKError: Error {
      /// The file cannot be executed.
      case notExecutable(String?)
      /// The process exited with a status other than 0.
      case execution(process: Process, standardOutput: String?, standardError: String?)
    }
  }

  extension Pipe {
    /// Creates a pipe whose end for reading contains `data`, of any length, and is then at its end.
    fileprivate convenience init(containing data: Data) throws {
      self.init()
      // A pipe holds 64 KiB, so the descriptor is replaced with that of a file without a name.
      let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      try data.write(to: file, options: .withoutOverwriting)
      defer { try? FileManager.default.removeItem(at: file) }
      let contents = try FileHandle(forReadingFrom: file)
      dup2(contents.fileDescriptor, fileHandleForReading.fileDescriptor)
      try contents.close()
      try fileHandleForWriting.close()
    }
  }
#endif
