// Progress is kept in a table beside the promises and not in them, so that it costs nothing unless it is asked for.
extension PromiseProgress {
  private static let all = Lock<[ObjectIdentifier: PromiseProgress]>([:])

  /// The progress of a promise, if it has been asked for.
  static func existing(for promise: AnyPromise) -> PromiseProgress? {
    all.withLock { $0[ObjectIdentifier(promise)] }
  }

  /// The progress of a promise. The first time, it is connected to the progress of everything that the promise waits for.
  static func of(_ promise: AnyPromise) -> PromiseProgress {
    let (progress, isNew) = findOrCreate(for: promise)
    if isNew { addMembers(of: promise, to: progress) }
    return progress
  }

  /// Adds the inputs up anew, because the promise waits for something else now.
  static func renew(_ promise: AnyPromise) {
    if let progress = existing(for: promise) { addMembers(of: promise, to: progress) }
  }

  /// Ends the progress of a promise that has settled, or is released.
  static func end(_ promise: AnyPromise, isFulfilled: Bool, in trampoline: Trampoline) {
    let progress = all.withLock { all in
      let progress = all.removeValue(forKey: ObjectIdentifier(promise))
      // A dictionary does not shrink by itself, and `filter` returns the same one if it removes nothing.
      if all.capacity > 1024, all.count < all.capacity / 8 {
        all = Dictionary(uniqueKeysWithValues: all.lazy.map { ($0.key, $0.value) })
      }
      return progress
    }
    progress?.finish(isFulfilled: isFulfilled, in: trampoline)
  }

  /// Ends the progress of a promise that has settled, or is released, outside of the trampoline.
  static func end(_ promise: AnyPromise, isFulfilled: Bool) {
    let trampoline = Trampoline.enter()
    end(promise, isFulfilled: isFulfilled, in: trampoline)
    trampoline.leave()
  }

  private static func findOrCreate(for promise: AnyPromise) -> (PromiseProgress, isNew: Bool) {
    // The progress of a settled promise is not kept: until it has ended, other threads would see it as not begun.
    if promise.isSettled {
      let progress = PromiseProgress(context: promise.context)
      let trampoline = Trampoline.enter()
      progress.finish(isFulfilled: promise.isFulfilled, in: trampoline)
      trampoline.leave()
      return (progress, false)
    }
    let (progress, isNew) = all.withLock { all in
      if let existing = all[ObjectIdentifier(promise)] { return (existing, false) }
      let new = PromiseProgress(context: promise.context)
      all[ObjectIdentifier(promise)] = new
      return (new, true)
    }
    // If the promise settles at this moment, either this thread or the one that settles it sees the flag of the other.
    if isNew, promise.markTracksProgress() { end(promise, isFulfilled: promise.isFulfilled) }
    return (progress, isNew)
  }

  /// Connects a progress to those of the promises that its promise waits for, and so on upstream, without recursion.
  private static func addMembers(of promise: AnyPromise, to progress: PromiseProgress) {
    var work = [(promise, progress)]
    while let (promise, progress) = work.popLast() {
      // The sum begins before the sources are read: of two threads that do this, the later sum has the later sources.
      let generation = progress.beginSum()
      let (sources, isDerived) = promise.sources
      for source in sources {
        let (input, isNew) = findOrCreate(for: source)
        if isNew { work.append((source, input)) }
        progress.add(input, generation: generation, isDerived: isDerived)
      }
    }
  }
}

extension AnyPromise {
  /// Whether the progress of this promise has been asked for.
  final var tracksProgress: Bool { loadFlags() & Flag.tracksProgress != 0 }

  /// Notes that the progress has been asked for. Returns whether the promise had settled before.
  fileprivate final func markTracksProgress() -> Bool {
    publishFlags(Flag.tracksProgress) & Flag.settled != 0
  }

  /// The promises that this one waits for, and whether it is derived from one of them rather than a combination of
  /// several.
  fileprivate final var sources: ([AnyPromise], isDerived: Bool) {
    var sources: [AnyPromise] = []
    var isDerived = true
    for target in cancellationTargets {
      switch target {
      case .promise(let promise): sources.append(promise)
      case .unownedPromise(let reference): if let promise = reference.promise { sources.append(promise) }
      case .inputs(let inputs):
        sources += inputs.promises
        isDerived = false
      case .handler: break
      }
    }
    return (sources, isDerived)
  }
}
