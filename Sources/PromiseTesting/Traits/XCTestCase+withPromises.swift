#if canImport(XCTest)
  public import Dispatch
  public import XCTest

  extension XCTestCase {
    /// Runs code in a context of its own for promises, and fails the test if the code leaves a promise pending, rejected
    /// and unhandled, or abandoned: the trait `.promises` for XCTest.
    ///
    /// ```swift
    /// func testAnswer() async throws {
    ///   try await withPromises(order: .shuffled(seeds: 0..<20), timeLimit: 5) {
    ///     let answer = try await ask().get()
    ///     XCTAssertEqual(answer, 42)
    ///   }
    /// }
    /// ```
    ///
    /// In a method of a test case, a call of `withPromises` calls this method and not the function of the same name, whose
    /// documentation says what the code owns and when it ends. Other tests do not see what the code leaves behind. In
    /// Swift 6, the closure can use the properties of a test case only if the class is isolated to an actor, such as
    /// `@MainActor`.
    ///
    /// With ``HandlerOrder/shuffled(seeds:)``, the code runs once for each seed, until a run fails. A failure names the
    /// seed that repeats the run.
    ///
    /// XCTest has no warnings; a ``LeftoverPolicy/warning`` goes to standard error.
    ///
    /// - Parameters:
    ///   - time: The clock of the timers. `ManualClock.current` is the clock if it is `.manual`.
    ///   - order: The order in which handlers run.
    ///   - timeLimit: The limit for the code together with the work that it leaves in flight, in seconds of real time.
    ///     With zero or a negative value, it expires immediately.
    ///   - pending: How to treat a promise that is pending at the end.
    ///   - unhandled: How to treat an unhandled rejection.
    ///   - abandoned: How to treat an abandoned promise or guarantee.
    ///   - queue: The queue that replaces `DispatchQueue.promises`.
    ///   - isolation: The actor of the caller.
    ///   - body: The code. It runs on the actor to which the closure is isolated, in a task of its own.
    /// - Returns: The value that `body` returns, in the last run.
    /// - Throws: The error that `body` throws in the last run.
    @discardableResult
    public func withPromises<Value: Sendable>(
      time: PromiseTime = .real, order: HandlerOrder = .natural, timeLimit: Double = 60,
      pending: LeftoverPolicy = .error, unhandled: LeftoverPolicy = .error, abandoned: LeftoverPolicy = .error,
      queue: DispatchQueue? = nil, file: StaticString = #filePath, line: UInt = #line,
      isolation: isolated (any Actor)? = #isolation,
      @_inheritActorContext _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
      let settings = PromisesSettings(
        timeLimit: TimerInterval(seconds: timeLimit), pending: pending, unhandled: unhandled, abandoned: abandoned,
        queue: queue, time: time, order: order)
      return try await settings.value(of: body, reportingTo: XCTestReporter(self, file: file, line: line))
    }

    /// Runs code in a context of its own for promises and with a manual clock, and fails the test if the code leaves a
    /// promise pending, rejected and unhandled, or abandoned.
    ///
    /// ```swift
    /// func testTimeout() async throws {
    ///   try await withPromises(time: .manual, timeLimit: 5) { clock in
    ///     let answer = ask().timeout(seconds: 60)
    ///     await clock.advance(by: .seconds(60))
    ///     await XCTAssertRejected(answer)
    ///   }
    /// }
    /// ```
    ///
    /// Except for the clock, this overload is the same as the one whose closure has no parameter.
    ///
    /// - Parameters:
    ///   - time: The value `.manual`.
    ///   - order: The order in which handlers run.
    ///   - timeLimit: The limit for the code together with the work that it leaves in flight, in seconds of real time.
    ///   - pending: How to treat a promise that is pending at the end.
    ///   - unhandled: How to treat an unhandled rejection.
    ///   - abandoned: How to treat an abandoned promise or guarantee.
    ///   - queue: The queue that replaces `DispatchQueue.promises`.
    ///   - isolation: The actor of the caller.
    ///   - body: The code. Its argument is the clock, a new one in each run.
    /// - Returns: The value that `body` returns, in the last run.
    /// - Throws: The error that `body` throws in the last run.
    @discardableResult
    public func withPromises<Value: Sendable>(
      time: ManualTime = .manual, order: HandlerOrder = .natural, timeLimit: Double = 60,
      pending: LeftoverPolicy = .error, unhandled: LeftoverPolicy = .error, abandoned: LeftoverPolicy = .error,
      queue: DispatchQueue? = nil, file: StaticString = #filePath, line: UInt = #line,
      isolation: isolated (any Actor)? = #isolation,
      @_inheritActorContext _ body: @Sendable (ManualClock) async throws -> Value
    ) async throws -> Value {
      try await withPromises(
        time: PromiseTime.manual, order: order, timeLimit: timeLimit, pending: pending, unhandled: unhandled,
        abandoned: abandoned, queue: queue, file: file, line: line
      ) { try await body(ManualClock.current) }
    }
  }
#endif
