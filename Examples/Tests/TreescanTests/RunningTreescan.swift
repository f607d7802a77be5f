import ExampleTestSupport
import Foundation
import PromiseConcurrency
import PromiseFoundation

/// A scan that a test observes and influences while it runs.
final class RunningTreescan {
  private let process = Process()
  private let exit: Promise<ProcessOutput>
  private let errorLines = Pipe()
  /// The lines of the standard error output that have not been read.
  private var unreadLines: AsyncStream<String>.Iterator
  /// The lines of the standard error output that have been read.
  private var readLines: [String] = []

  /// Starts a scan.
  init(_ arguments: [String]) {
    process.executableURL = Treescan.executable
    process.arguments = arguments
    process.standardError = errorLines
    exit = process.launch(.promise)
    unreadLines = errorLines.fileHandleForReading.lines.makeAsyncIterator()
  }

  // A test that fails must not leave behind a process that reads an endless file.
  deinit { exit.cancel() }

  /// Waits until the program has printed a line on its standard error output.
  func waitForRemark(_ line: String) async throws {
    while let next = await unreadLines.next() {
      readLines.append(next)
      if next == line { return }
    }
    throw MissingRemark(expected: line, printed: readLines)
  }

  /// Presses Ctrl-C.
  func interrupt() { process.interrupt() }

  /// Waits until the program has exited.
  func outcome() async throws -> Treescan.Outcome {
    let (status, output) = try await exit.exit()
    while let next = await unreadLines.next() { readLines.append(next) }
    return Treescan.Outcome(status: status, output: output.text, errorLines: readLines)
  }
}

/// The error of a wait for a line that the program did not print before it exited.
struct MissingRemark: Error {
  let expected: String
  let printed: [String]
}

// MARK: - Open files

extension RunningTreescan {
  /// Whether the system shows which files a process has open.
  static var canCountOpenFiles: Bool { FileManager.default.fileExists(atPath: "/proc/self/fd") }

  /// Waits until the program has opened `count` files of a folder, and then returns the most that it has open at once.
  ///
  /// No event tells that a file has been opened, so this asks repeatedly. After `count` has been reached, it continues
  /// for a while, to find further files. It also ends when the program exits, or when the time limit cancels the test.
  ///
  /// - Parameters:
  ///   - count: The expected number of files.
  ///   - folder: The folder that contains the files.
  ///   - suffix: How the names of the files end. The program must not close these files meanwhile, because the files
  ///     would then be counted at different times.
  func openFiles(reaching count: Int, in folder: TemporaryFolder, withSuffix suffix: String) async -> Int {
    var most = 0
    var repetitions = 0
    while repetitions < 100, process.isRunning, !Task.isCancelled {
      most = max(most, openFiles { $0.hasPrefix(folder.path) && $0.hasSuffix(suffix) })
      if most >= count { repetitions += 1 }
      await Task.yield()
    }
    return most
  }

  /// Returns the number of open files with a path that satisfies a condition.
  private func openFiles(where isCounted: (String) -> Bool) -> Int {
    let folder = "/proc/\(process.processIdentifier)/fd"
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return descriptors.count { descriptor in
      // A file that has just been closed has no path.
      let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(descriptor)")
      return path.map(isCounted) ?? false
    }
  }
}

// MARK: - Lines

extension FileHandle {
  /// The lines that another process writes, as it writes them.
  ///
  /// A thread of its own reads them, because reading blocks.
  fileprivate var lines: AsyncStream<String> {
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    Thread.detachNewThread { [self] in
      var rest = Data()
      while case let data = availableData, !data.isEmpty {
        rest += data
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          continuation.yield(String(decoding: rest[..<end], as: UTF8.self))
          rest = Data(rest[(end + 1)...])
        }
      }
      if !rest.isEmpty { continuation.yield(String(decoding: rest, as: UTF8.self) + "(no newline)") }
      continuation.finish()
    }
    return lines
  }
}
