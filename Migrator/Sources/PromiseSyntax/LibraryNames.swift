/// The names of swift-promises that are recognized without knowing types.
enum LibraryNames {
  /// The types of promises.
  static let promises: Set<String> = ["Promise", "Guarantee"]

  /// The functions that are members of no type, including those of the old vocabularies.
  static let functions: [String: LibraryOperation] = [
    "wrap": .wrap, "withResolver": .resolver, "firstly": .firstly, "hang": .wait, "awaitPromise": .wait,
    "when": .when, "race": .race, "after": .after, "retry": .retry, "until": .until, "poll": .until,
    "withPromiseQueue": .queue, "withPromiseScope": .scopedWork, "withPromises": .trait,
    "expectFulfilled": .expectation, "expectRejected": .expectation, "expectCancelled": .expectation,
    "expectPending": .expectation, "XCTAssertFulfilled": .expectation, "XCTAssertRejected": .expectation,
    "promisesSettled": .settledPromises, "waitForPromises": .settledPromises, "promisesLeftAlive": .promisesLeftAlive,
    // Of google/promises.
    "all": .when, "any": .race,
  ]

  /// The functions that return promises, so that chains can begin with them.
  static let promiseFunctions: Set<String> = [
    "wrap", "firstly", "when", "race", "after", "retry", "until", "poll", "withPromiseScope", "all", "any",
  ]

  /// The types, except for `Promise` and `Guarantee`.
  static let types: [String: LibraryOperation] = [
    "Thenable": .promiseType, "CatchMixin": .promiseType, "AnyPromise": .promiseType, "Resolver": .resolver,
    "PendingPromise": .resolver, "PromiseSequence": .concurrentMap, "PromiseQueue": .queue, "Backoff": .retry,
    "PromiseProgress": .progress, "ProgressReporter": .progress, "ProgressSnapshot": .progress,
    "ObservedNotification": .notification, "ProcessOutput": .process, "ProcessFailure": .process,
    "SharedPromise": .sharedPromise, "PromiseExpiry": .sharedPromise, "PromiseCache": .cache, "PromiseScope": .scope,
    "PromiseModel": .model, "PromiseDiagnostics": .diagnostics, "PendingSnapshot": .diagnostics,
    "PromisesTrait": .trait, "ManualClock": .manualClock, "ManualTime": .manualClock,
    "LivePromise": .promisesLeftAlive, "PromiseError": .error, "PMKError": .error, "CancellableError": .error,
    "RaceErrors": .error, "TransferError": .error, "ResponseError": .error, "PMKHTTPError": .error,
    "PromiseScopeErrors": .error,
  ]

  /// The members that only this library has, unless the scanned files declare them.
  static let members: [String: LibraryOperation] = [
    "getResult": .await, "concurrentMap": .concurrentMap, "inInputOrder": .concurrentMap,
    "inCompletionOrder": .concurrentMap, "addPromise": .addPromise, "pendingPromises": .diagnostics,
  ]

  /// The functions of other libraries that return a promise if their argument is `.promise`.
  static let namespacedMembers: [String: LibraryOperation] = [
    "async": .queueWork, "dataTask": .urlSession, "uploadTask": .urlSession, "downloadTask": .urlSession,
    "launch": .process, "observe": .keyValueObservation,
  ]

  /// The members that count only if they are called on a promise.
  static let promiseMembers: [String: LibraryOperation] = [
    "complete": .complete, "onProgress": .progress, "wait": .wait,
  ]

  /// All names above, and those whose meaning depends on the code around them.
  static let all = promises.union(functions.keys).union(types.keys).union(members.keys).union(namespacedMembers.keys)
    .union(promiseMembers.keys).union(["Task", "promise", "promises", "shuffled", "isCancelled", "progress", "updates"])

  /// The modules that may stand before a name of the library.
  static let modules = OwnModules.all.union(["PromiseKit", "Promises"])
}
