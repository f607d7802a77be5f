// Also tests: LaunchedProcess, ProcessOutput, ProcessStream.

#if os(macOS) || !canImport(Darwin)
  import Dispatch
  import Foundation
  import PromiseFoundation
  import PromiseTesting
  import TestSupport
  import Testing

  @Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct ProcessLaunchTests {
    /// Returns a process that runs a command of the shell.
    private func shell(_ command: String, _ arguments: String...) -> Process {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", command] + arguments
      return process
    }

    private func failure(_ promise: Promise<ProcessOutput>) async throws -> ProcessFailure {
      try #require(try await requireRejected(promise) as? ProcessFailure)
    }

    @Test func `a process is fulfilled with its output`() async throws {
      let output = try await shell("echo out; echo err >&2").launch(.promise).get()
      #expect(output.text == "out\n")
      #expect(output.errorText == "err\n")
      #expect(output.out == Data("out\n".utf8))
      #expect(output.err == Data("err\n".utf8))
    }

    @Test func `bytes that are not UTF-8 are kept`() async throws {
      let output = try await shell(#"printf '\377A'"#).launch(.promise).get()
      #expect(output.out == Data([0xFF, 0x41]))
      #expect(output.text == "\u{FFFD}A")
    }

    @Test func `a process with much output does not block`() async throws {
      let output = try await shell("head -c 3000000 /dev/zero; head -c 3000000 /dev/zero >&2").launch(.promise).get()
      #expect(output.out.count == 3_000_000)
      #expect(output.err.count == 3_000_000)
    }

    @Test func `a status other than 0 rejects the promise`() async throws {
      let error = try await failure(shell("echo out; echo why >&2; exit 3").launch(.promise))
      guard case .exit(3) = error.reason else { return #expect(Bool(false), "\(error.reason)") }
      #expect(error.executable == "/bin/sh")
      #expect(error.arguments == ["-c", "echo out; echo why >&2; exit 3"])
      #expect(error.output == ProcessOutput(out: Data("out\n".utf8), err: Data("why\n".utf8)))
      #expect(
        "\(error)"
          == "`/bin/sh` (2 arguments) exited with status 3. Its error output has 4 bytes; see `output.errorText`.")
      #expect(error.localizedDescription == error.description)
    }

    @Test func `a signal rejects the promise`() async throws {
      let error = try await failure(shell("kill -9 $$").launch(.promise))
      guard case .signal(9) = error.reason else { return #expect(Bool(false), "\(error.reason)") }
      #expect("\(error)" == "`/bin/sh` (2 arguments) was ended by signal 9.")
    }

    @Test(arguments: ["/nothing", "/tmp", "/etc/passwd"]) func `what is not executable cannot be launched`(
      _ path: String
    ) async throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: path)
      let error = try await failure(process.launch(.promise))
      guard case .notLaunched = error.reason else { return #expect(Bool(false), "\(error.reason)") }
      #expect("\(error)".hasPrefix("`\(path)` (0 arguments) could not be launched: "))
      #expect("\(error)".hasSuffix("executable file, and `currentDirectoryURL` to an existing folder."))
    }

    @Test func `a process without an executable cannot be launched`() async throws {
      let error = try await failure(Process().launch(.promise))
      #expect("\(error)".hasPrefix("`(no executable)` (0 arguments) could not be launched: "))
    }

    @Test func `a process can be launched once`() async throws {
      let process = shell("exit 0")
      _ = try await process.launch(.promise).get()
      let error = try await failure(process.launch(.promise))
      guard case .alreadyLaunched = error.reason else { return #expect(Bool(false), "\(error.reason)") }
      #expect(
        "\(error)" == "`/bin/sh` (2 arguments) has been launched before. Create a new `Process` for each launch.")
    }

    @Test func `one of two threads launches a process`() async throws {
      for _ in 0..<20 {
        let process = shell("echo out")
        let promises = Log<Promise<ProcessOutput>>()
        DispatchQueue.concurrentPerform(iterations: 2) { _ in promises(process.launch(.promise)) }
        var outputs: [String] = []
        for promise in promises.entries {
          switch await promise.getResult() {
          case .success(let output): outputs.append(output.text)
          case .failure(let error): outputs.append("\(error)".contains("launched before") ? "" : "\(error)")
          }
        }
        #expect(outputs.sorted() == ["", "out\n"])
      }
    }

    @Test func `a process that could not be launched can be launched again`() async throws {
      let process = shell("echo out")
      process.executableURL = URL(fileURLWithPath: "/nothing")
      _ = try await failure(process.launch(.promise))
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      #expect(try await process.launch(.promise).get().text == "out\n")
    }

    @Test func `a termination handler that is set after the launch does not keep the promise pending`() async throws {
      let process = shell("exec cat")
      let input = Pipe()
      process.standardInput = input
      let promise: Promise<ProcessOutput> = process.launch(.promise)
      process.terminationHandler = { _ in }
      try input.fileHandleForWriting.close()
      #expect(try await promise.get().text == "")
    }

    @Test func `a process is released when it has exited`() async throws {
      final class Token: Sendable {
        let released = Gate()
        deinit { released.open() }
      }
      func launch() -> (output: Promise<ProcessOutput>, released: Gate) {
        let process = shell("echo out")
        let token = Token()
        process.terminationHandler = { _ in _ = token }
        return (process.launch(.promise), token.released)
      }
      let (output, released) = launch()
      #expect(try await output.get().text == "out\n")
      try await released.opened()
    }

    @Test(arguments: [0, -1, 1, 100_000]) func `a process that writes too much is terminated`(_ limit: Int) async throws
    {
      for command in ["yes", "yes >&2"] {
        let error = try await failure(shell("exec \(command)").launch(.promise, outputLimit: limit))
        guard case .outputLimitExceeded(max(limit, 0)) = error.reason else {
          return #expect(Bool(false), "\(error.reason)")
        }
        // The other output may tell that the pipe is broken.
        #expect((command == "yes" ? error.output.out : error.output.err).count == max(limit, 0))
        #expect("\(error)".contains("was terminated, because it wrote more than \(max(limit, 0)) bytes. Raise"))
      }
    }

    @Test func `output of exactly the limit is allowed`() async throws {
      let output = try await shell("printf abc; printf def >&2").launch(.promise, outputLimit: 3).get()
      #expect(output.text == "abc")
      #expect(output.errorText == "def")
      #expect(try await shell("exit 0").launch(.promise, outputLimit: 0).get().text == "")
    }

    @Test func `output that is directed elsewhere is not collected`() async throws {
      let folder = try TemporaryFolder()
      let file = try folder.file("out", containing: "")
      let process = shell("echo out; echo err >&2")
      process.standardOutput = try FileHandle(forWritingTo: file)
      let output = try await process.launch(.promise).get()
      #expect(output.out.isEmpty)
      #expect(output.errorText == "err\n")
      #expect(try String(contentsOf: file, encoding: .utf8) == "out\n")
    }

    @Test func `a termination handler of the user is called as well`() async throws {
      let called = Gate()
      let process = shell("exit 0")
      process.terminationHandler = { _ in called.open() }
      let promise: Promise<ProcessOutput> = process.launch(.promise)
      try await called.opened()
      #expect(try await promise.get().text == "")
    }

    /// Dispatch blocks signals in its threads, and a process inherits them.
    @Test(arguments: [true, false]) func `canceling the promise terminates the process`(_ isOnQueue: Bool) async throws
    {
      let ended = Gate()
      let process = shell("exec sleep 1000")
      process.terminationHandler = { _ in ended.open() }
      let promise: Promise<ProcessOutput> =
        if isOnQueue {
          DispatchQueue.global().sync { process.launch(.promise) }
        } else { await MainActor.run { process.launch(.promise) } }
      promise.cancel()
      #expect(promise.isCancelled)
      try await ended.opened()
      #expect(process.terminationReason == .uncaughtSignal)
    }

    @Test func `canceling the promise terminates a process that is stopped`() async throws {
      let ended = Gate()
      let process = shell("kill -STOP $$; exec sleep 1000")
      process.terminationHandler = { _ in ended.open() }
      let promise: Promise<ProcessOutput> = process.launch(.promise)
      promise.cancel()
      try await ended.opened()
      #expect(process.terminationReason == .uncaughtSignal)
    }

    @Test func `canceling a task that forwards cancellation terminates the process`() async throws {
      let (ended, stage) = (Gate(), Stage())
      let process = shell("exec sleep 1000")
      process.terminationHandler = { _ in ended.open() }
      let task = await stage.start { _ in
        try await process.launch(.promise).get(cancellation: .forward).text
      }
      await stage.allSuspended()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      try await ended.opened()
    }

    @Test func `canceling a process that has exited has no effect`() async throws {
      let promise = shell("echo out").launch(.promise)
      _ = try await promise.get()
      promise.cancel()
      #expect(promise.value?.text == "out\n")
    }

    @Test func `the description contains neither arguments nor output`() async throws {
      let command = "echo secret; echo 'AWS_SECRET_ACCESS_KEY=secret' >&2; echo '--password secret' >&2; exit 1"
      let error = try await failure(shell(command, "--password=secret").launch(.promise))
      #expect(error.arguments.last == "--password=secret")
      var dumped = ""
      dump(error, to: &dumped)
      for text in ["\(error)", String(reflecting: error), "\([error])", dumped, error.localizedDescription] {
        #expect(!text.contains("secret"))
      }
    }
  }
#endif
