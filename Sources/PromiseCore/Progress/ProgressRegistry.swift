// Progress is stored in a table beside the promises rather than in them, so it costs nothing until it is requested.
extension PromiseProgress {
  /// The progress of every pending promise for which it has been requested.
  ///
  /// The table retains the progress until it has ended and its inline handlers have been called, or the promise is
  /// deallocated. It does not retain the promise. The promise gets the flag `PromiseFlags.tracksProgress` right after
  /// its entry has been added, so a promise without the flag need not be looked up.
  private static let all = Lock<[ObjectIdentifier: PromiseProgress]>([:])

  /// Returns the progress of a promise, or `nil` if it has not been requested.
  static func existing(for promise: AnyPromise) -> PromiseProgress? {
    all.withLock { $0[ObjectIdentifier(promise.object)] }
  }

  /// Returns the progress of a promise. The first call connects it to the progress of every promise that the promise
  /// waits for.
  static func of(_ promise: AnyPromise) -> PromiseProgress {
    if promise.tracksProgress, !promise.isSettled, let existing = existing(for: promise) { return existing }
    let trampoline = Trampoline.enter()
    let (progress, isNew) = findOrCreate(for: promise, in: trampoline)
    if isNew { addInputs(of: promise, to: progress, in: trampoline) }
    trampoline.leave()
    return progress
  }

  /// Begins a new sum over the inputs, because the promise now waits for a different promise.
  static func renew(_ promise: AnyPromise, in trampoline: Trampoline) {
    if let progress = existing(for: promise) { addInputs(of: promise, to: progress, in: trampoline) }
  }

  // MARK: - The end

  /// Ends the progress of a promise that has settled. The handlers with an executor are enqueued before this method
  /// returns, and so before the handlers of the outcome.
  static func end(_ promise: AnyPromise, in trampoline: Trampoline) {
    guard let progress = existing(for: promise) else { return }
    progress.finish(isFulfilled: promise.isFulfilled, in: trampoline)
  }

  /// Ends the progress of a promise that is being deallocated.
  static func release(_ promise: AnyPromise) {
    guard let progress = all.withLock({ removeValue(for: ObjectIdentifier(promise.object), from: &$0) }) else { return }
    withTrampoline { progress.finish(isFulfilled: false, in: $0) }
  }

  /// Removes a progress that has ended, unless its promise has been deallocated.
  static func remove(_ progress: PromiseProgress) {
    let removed = all.withLock { all in
      all[progress.promise] === progress ? removeValue(for: progress.promise, from: &all) : nil
    }
    withExtendedLifetime(removed) {}  // released outside the lock
  }

  private static func removeValue(
    for key: ObjectIdentifier, from all: inout [ObjectIdentifier: PromiseProgress]
  ) -> PromiseProgress? {
    let progress = all.removeValue(forKey: key)
    // A dictionary does not shrink by itself, and `filter` returns the same storage if it removes nothing.
    // equivalent boundary: When it gives memory back.
    // equivalent constant: When it gives memory back.
    if all.capacity > 1024, all.count < all.capacity / 8 {
      all = Dictionary(uniqueKeysWithValues: all.lazy.map { ($0.key, $0.value) })
    }
    return progress
  }

  // MARK: - Inputs

  /// Returns the progress of a promise, and whether this call has created it.
  @inline(never)
  private static func findOrCreate(
    for promise: AnyPromise, in trampoline: Trampoline
  ) -> (PromiseProgress, isNew: Bool) {
    // The progress of a settled promise is not stored: until it has ended, other threads would see it as not begun.
    if promise.isSettled {
      let progress = PromiseProgress(of: promise)
      progress.finish(isFulfilled: promise.isFulfilled, in: trampoline)
      return (progress, false)
    }
    let (progress, isNew) = all.withLock { all in
      if let existing = all[ObjectIdentifier(promise.object)] { return (existing, false) }
      let new = PromiseProgress(of: promise)
      all[ObjectIdentifier(promise.object)] = new
      return (new, true)
    }
    // If the promise settles concurrently, either this thread or the thread that settles it sees the other one's flag.
    if isNew, promise.markTracksProgress() { end(promise, in: trampoline) }
    return (progress, isNew)
  }

  /// Connects a progress to the progress of the promises that its promise waits for, and so on upstream, without
  /// recursion.
  private static func addInputs(of promise: AnyPromise, to progress: PromiseProgress, in trampoline: Trampoline) {
    var work = [(promise, progress)]
    while let (promise, progress) = work.popLast() {
      // The sum begins before the sources are read: if two threads do this concurrently, the later sum has the later
      // sources.
      let generation = progress.beginSum()
      let sources = promise.sources(of: progress, in: trampoline)
      for (index, source) in sources.promises {
        let (input, isNew) = findOrCreate(for: source, in: trampoline)
        if isNew { work.append((source, input)) }
        progress.add(input, generation: generation, at: index, isDerived: sources.isDerived, in: trampoline)
      }
    }
  }

  /// Connects the progress of a promise to that of an input that its producer counts. See ``ProgressCount``.
  static func addInput(_ source: AnyPromise, at index: Int, to progress: PromiseProgress, in trampoline: Trampoline) {
    let (input, isNew) = findOrCreate(for: source, in: trampoline)
    if isNew { addInputs(of: source, to: input, in: trampoline) }
    progress.add(input, generation: progress.generation, at: index, isDerived: false, in: trampoline)
  }
}

/// The promises that another promise waits for.
struct ProgressSources {
  /// The promises, each with its number if the producer counts its inputs.
  fileprivate private(set) var promises: [(index: Int?, promise: AnyPromise)] = []
  /// Whether the other promise is derived from one of them, rather than a combination of several.
  var isDerived = true

  /// Adds the promises of a target that is no producer.
  mutating func add(_ target: CancellationTarget, at index: Int? = nil) {
    promises += target.awaitedPromises.map { (index, $0) }
    if case .inputs = target { isDerived = false }
  }
}

extension AnyPromise {
  /// Whether the progress of this promise has been requested.
  var tracksProgress: Bool { loadFlags().contains(.tracksProgress) }

  /// Records that the progress has been requested. Returns whether the promise had already settled.
  fileprivate func markTracksProgress() -> Bool {
    publishFlags(.tracksProgress).contains(.settled)
  }

  /// Returns the promises that this one waits for. `progress` is the progress of this promise.
  fileprivate func sources(of progress: PromiseProgress, in trampoline: Trampoline) -> ProgressSources {
    var sources = ProgressSources()
    for target in cancellationTargets {
      if case .handler(let handler) = target {
        handler.addSources(to: &sources, of: progress, in: trampoline)
      } else {
        sources.add(target)
      }
    }
    return sources
  }
}
