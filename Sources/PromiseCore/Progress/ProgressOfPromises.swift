import Synchronization

// Where progress is kept: beside the promises, not in them, so that it costs nothing where nobody asks.
extension PromiseProgress {
  private static let all = Lock<[ObjectIdentifier: PromiseProgress]>([:])

  /// The progress of a promise, if somebody has asked for it.
  static func known(of engine: AnyPromiseEngine) -> PromiseProgress? {
    all.withLock { $0[ObjectIdentifier(engine)] }
  }

  /// The progress of a promise, and of all that it waits for.
  static func of(_ engine: AnyPromiseEngine) -> PromiseProgress {
    let (progress, isNew) = take(engine)
    if isNew { addUp(engine, progress) }
    return progress
  }

  /// What a promise waits for has been replaced.
  static func renew(_ engine: AnyPromiseEngine) {
    if let progress = known(of: engine) { addUp(engine, progress) }
  }

  /// A promise is settled, or goes.
  static func end(_ engine: AnyPromiseEngine, isFulfilled: Bool) {
    let progress = all.withLock { $0.removeValue(forKey: ObjectIdentifier(engine)) }
    progress?.finish(isFulfilled: isFulfilled)
  }

  private static func take(_ engine: AnyPromiseEngine) -> (PromiseProgress, isNew: Bool) {
    // Not kept: between being kept and being over it would look to others as if nothing had been done.
    if engine.isSettled {
      let progress = PromiseProgress(scope: engine.scope)
      progress.finish(isFulfilled: engine.isFulfilled)
      return (progress, false)
    }
    let (progress, isNew) = all.withLock { all in
      if let known = all[ObjectIdentifier(engine)] { return (known, false) }
      let new = PromiseProgress(scope: engine.scope)
      all[ObjectIdentifier(engine)] = new
      return (new, true)
    }
    // Whoever comes second, this or the one who settles, sees the other.
    if isNew, engine.markMetered() { end(engine, isFulfilled: engine.isFulfilled) }
    return (progress, isNew)
  }

  /// Adds up those that a promise waits for, and those that they wait for, without recursion.
  private static func addUp(_ engine: AnyPromiseEngine, _ progress: PromiseProgress) {
    var work = [(engine, progress)]
    while let (engine, progress) = work.popLast() {
      let (sources, isDerived) = engine.sources
      guard !sources.isEmpty else { continue }
      let sum = progress.beginSum()
      for source in sources {
        let (member, isNew) = take(source)
        if isNew { work.append((source, member)) }
        progress.add(member, generation: sum, isDerived: isDerived)
      }
    }
  }
}

extension AnyPromiseEngine {
  /// Whether somebody has asked for the progress of this promise.
  final var isMetered: Bool { flags.load(ordering: .relaxed) & Flag.metered != 0 }

  /// Notes that somebody has. Returns whether the promise was settled before.
  fileprivate final func markMetered() -> Bool {
    flags.bitwiseOr(Flag.metered, ordering: .acquiringAndReleasing).oldValue & Flag.settled != 0
  }

  /// The promises that this one waits for, and whether it is derived from one of them, and not a combination of
  /// several.
  fileprivate final var sources: ([AnyPromiseEngine], isDerived: Bool) {
    var sources: [AnyPromiseEngine] = []
    var isDerived = true
    for upstream in linked {
      switch upstream {
      case .engine(let engine): sources.append(engine)
      case .ownerless(let reference): if let engine = reference.engine { sources.append(engine) }
      case .members(let members):
        sources += members.engines
        isDerived = false
      case .producer: break
      }
    }
    return (sources, isDerived)
  }
}
