extension LibraryOperation {
  /// What replaces an operation.
  package struct Replacement: Hashable, Sendable {
    /// The names of the operation, as in the article.
    package let names: [String]
    /// The plain Swift that replaces it.
    package let plainSwift: String
    /// The files to copy for it.
    package let files: [PlainSwiftFile]
  }

  /// What replaces the operation.
  package var replacement: Replacement {
    switch self {
    // Creating
    case .promiseType: entry("Promise<Value>", "Guarantee<Value>", is: "an async function")
    case .resolver:
      entry("Promise { resolver in … }", "Promise.pending()", "withResolver", is: "withResolver", .callback)
    case .seal: entry("Guarantee { seal in … }", is: "withSeal", .callback)
    case .wrap: entry("wrap { handler in … }", is: "wrap", .callback, .wrap)
    case .complete: entry("promise.complete(handler)", is: "Task { @MainActor in do { … } catch { … } }")
    case .value: entry("Promise.value(v)", "Promise(error:)", is: "return v, throw error")
    case .firstly: entry("firstly", is: "nothing: keep what is inside")
    case .task: entry("Promise { try await f() }", "Promise(task)", "Task(promise)", is: "Task { try await f() }")
    case .queueWork: entry("queue.async(.promise) { … }", is: "a @concurrent function")
    case .storedPromise: entry("Promise<Value>", is: "a Task, and its value")
    // Chaining
    case .chain: entry("then", "map", "done", "catch", is: "statements; run `migrate-promises unchain`")
    case .await: entry("promise.get()", "promise.getResult()", is: "a call of the async form")
    case .wait: entry("wait()", "hang", is: "an async main")
    // Combining
    case .when: entry("when", is: "async let, a task group")
    case .concurrentMap:
      entry(
        "concurrentMap", "inInputOrder", "inCompletionOrder", is: "concurrentMap, concurrentForEach", .concurrentMap)
    case .race: entry("race", "race(fulfilled:)", is: "firstResult, firstSuccess", .timeout)
    case .collecting:
      entry("Promise(collecting:)", "(first:)", "(last:)", "(reducing:)", "(forEach:)", is: "for try await")
    case .addPromise: entry("group.addPromise(promise)", is: "group.addTask { … }")
    case .queue: entry("PromiseQueue", is: "AsyncQueue", .asyncQueue)
    // Time and progress
    case .after: entry("after", "delay", is: "Task.sleep(for:)")
    case .timeout: entry("timeout", "get(timeout:)", is: "withTimeout", .timeout)
    case .retry: entry("retry", "Backoff", is: "retry", .retry)
    case .until: entry("until", "poll", is: "while with clock.sleep(for:)")
    case .progress: entry("progress", "onProgress", is: "a closure parameter, an AsyncStream")
    // Foundation
    case .urlSession:
      entry("dataTask", "uploadTask", "downloadTask", is: "session.data(for:), upload(for:from:), download(for:)")
    case .notification: entry("center.observe(once:)", is: "notifications(named:) and first(where:)")
    case .process: entry("process.launch(.promise)", is: "swift-subprocess")
    case .keyValueObservation: entry("observe(.promise, keyPath:)", is: "publisher(for:).values of Combine")
    // Modules that build on promises
    case .sharedPromise: entry("SharedPromise", is: "SharedTask", .sharedTask)
    case .cache: entry("PromiseCache", is: "an actor with a dictionary of SharedTasks", .sharedTask)
    case .scopedWork: entry("withPromiseScope", is: "withThrowingTaskGroup")
    case .scope: entry("PromiseScope", is: "an array of tasks, and a deinit that cancels them")
    case .model: entry("PromiseModel", is: "an @Observable class with a Task")
    case .diagnostics: entry("PromiseDiagnostics", is: "nothing")
    // Tests
    case .trait: entry(".promises", is: ".tasks", .tasksTrait, .trackedTasks)
    case .manualClock: entry("ManualClock", is: "TestClock", .testClock)
    case .shuffledOrder: entry("order: .shuffled(seeds:)", is: "nothing of equal strength")
    case .expectation:
      entry("expectFulfilled", "expectRejected", "expectCancelled", is: "#expect(try await f() == …), #expect(throws:)")
    case .settledPromises: entry("promisesSettled()", "waitForPromises", is: "await the tasks")
    case .promisesLeftAlive: entry("promisesLeftAlive", is: "a weak reference that is nil afterward")
    // Errors
    case .error: entry("PromiseError", is: "an error of your own, CancellationError")
    }
  }

  /// The names of the operation in one line.
  package var title: String {
    let names = replacement.names.joined(separator: ", ")
    return self == .chain ? "chains: \(names), …" : names
  }

  private func entry(_ names: String..., is plainSwift: String, _ files: PlainSwiftFile...) -> Replacement {
    Replacement(names: names, plainSwift: plainSwift, files: files)
  }
}
