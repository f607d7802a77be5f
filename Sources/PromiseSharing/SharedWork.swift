/// The implementation of `SharedPromise` and `PromiseCache`: values and running loads, and the function that loads.
///
/// The promise of a load is a consumer of what `loader` returns, and each caller has a promise of its own, which is a
/// consumer of that promise. So canceling a caller's promise cancels the load if it is the last one.
///
/// Loads do not retain this object, so that a load which never ends is released with its last caller.
final class SharedWork<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// A value, and the moment of its arrival.
  private struct Arrival: Sendable {
    let value: Value
    let moment: Moment
  }

  private typealias StateMachine = SharingStateMachine<Key, Promise<Value>, Arrival>

  private let state: Lock<StateMachine>
  private let expiry: PromiseExpiry<Value>
  private let loader: Loader<Key, Value>
  /// Where the object was created, which is the creation site of its loads.
  private let site: CreationSite

  /// Creates the object, with no value and no load.
  init(
    countLimit: Int, _ expiry: PromiseExpiry<Value>, _ site: CreationSite, _ loader: Loader<Key, Value>
  ) {
    state = Lock(StateMachine(countLimit: countLimit))
    self.expiry = expiry
    self.site = site
    self.loader = loader
  }

  // MARK: - Callers

  /// Returns a promise for a caller: of the current value, of the running load, or of a new load.
  func promise(for key: Key, _ site: CreationSite) -> Promise<Value> {
    let context = PromiseContext.ofNewPromise()
    while true {
      let entry = state.withLock { $0.look(at: key) }
      let freshness = freshness(of: entry.value?.content)
      if let value = entry.value, freshness != .expired {
        // If another thread has changed the entry meanwhile, this value was still valid at the time of the call.
        if freshness == .due, entry.load == nil { _ = begin(for: key, ifStill: entry, keepsValue: true) }
        return Promise(settled: .success(value.content.value), site: site, context: context)
      }
      if let load = entry.load?.content, let promise = join(load, site) { return promise }
      // There is no load, or it was canceled by its last caller.
      if let promise = begin(for: key, ifStill: entry, keepsValue: false, callerSite: site) { return promise }
    }
  }

  /// Returns the current value, unless it has expired.
  func value(for key: Key) -> Value? {
    guard let value = state.withLock({ $0.look(at: key) }).value else { return nil }
    if freshness(of: value.content) != .expired { return value.content.value }
    let removed = state.withLock { $0.removeValue(value.number, for: key) }
    withExtendedLifetime(removed) {}
    return nil
  }

  /// Returns a promise for a caller of a load, or `nil` if the load was canceled.
  private func join(_ load: Promise<Value>, _ site: CreationSite) -> Promise<Value>? {
    // Once the promise is a consumer, no other caller can cancel the load. Before, any check would prove nothing.
    let promise = Promise(adopting: load, site)
    return load.any.isCancelRequested ? nil : promise
  }

  // MARK: - Loads

  /// Begins a load.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - seen: The entry that the caller has seen.
  ///   - keepsValue: Whether the value is returned until the load ends.
  ///   - callerSite: The creation site of the promise of the caller, or `nil` if no caller waits for the load.
  /// - Returns: The promise of the caller, or `nil` if there is none, or if the entry has changed.
  private func begin(
    for key: Key, ifStill seen: StateMachine.Entry, keepsValue: Bool, callerSite: CreationSite? = nil
  ) -> Promise<Value>? {
    let load = Promise<Value>(site: site, context: .ofNewPromise())
    // The caller is a consumer before other callers can join the load, and cancel it as its only consumers.
    let promise = callerSite.map { Promise(adopting: load, $0) }
    let number = state.withLock { $0.begin(load, for: key, ifStill: seen, keepsValue: keepsValue) }
    guard let number else {
      load.cancel()  // The two promises would retain each other.
      return nil
    }
    let work = loader.start(key, site).tap(on: nil) { [weak self] outcome in
      self?.end(number, for: key, outcome)
    }
    let trampoline = Trampoline.enter()
    load.typed.adopt(in: trampoline) { work }
    trampoline.leave()
    return promise
  }

  /// Ends a load, before its callers receive the outcome.
  private func end(_ number: Int, for key: Key, _ outcome: Result<Value, any Error>) {
    var arrival = (try? outcome.get()).map { Arrival(value: $0, moment: .now(in: .ofNewPromise())) }
    if freshness(of: arrival) == .expired { arrival = nil }
    let removed = state.withLock { $0.end(number, for: key, keeping: arrival) }
    withExtendedLifetime(removed) {}
    sweep()
  }

  /// Returns the freshness of a value. No value is like an expired one.
  private func freshness(of arrival: Arrival?) -> PromiseExpiry<Value>.Freshness {
    arrival.map { expiry.freshness($0.value, $0.moment) } ?? .expired
  }

  // MARK: - Changes

  /// Stores a value. Callers of a running load receive the outcome of that load, which is not kept.
  func store(_ value: Value, for key: Key) {
    let arrival = Arrival(value: value, moment: .now(in: .ofNewPromise()))
    if freshness(of: arrival) == .expired { return invalidate(key) }
    let removed = state.withLock { $0.store(arrival, for: key) }
    withExtendedLifetime(removed) {}
    sweep()
  }

  /// Removes the value, if the condition holds for it. A newer value and a running load stay.
  func invalidate(_ key: Key, if condition: (Value) throws -> Bool) rethrows {
    guard let value = state.withLock({ $0.entry(of: key) }).value, try condition(value.content.value) else { return }
    let removed = state.withLock { $0.removeValue(value.number, for: key) }
    withExtendedLifetime(removed) {}
  }

  /// Removes the value. Callers of a running load receive the outcome of that load, which is not kept.
  func invalidate(_ key: Key) {
    let removed = state.withLock { $0.remove(key) }
    withExtendedLifetime(removed) {}
  }

  /// Removes all values. Callers of running loads receive the outcomes of those loads, which are not kept.
  func invalidateAll() {
    let removed = state.withLock { $0.removeAll() }
    withExtendedLifetime(removed) {}
  }

  /// The number of values, including those that have expired and have not been removed yet.
  var count: Int { state.withLock { $0.valueCount } }

  /// Removes expired values from time to time, so that values for which nothing asks do not accumulate.
  private func sweep() {
    let values = state.withLock { $0.valuesToSweep() }
    guard !values.isEmpty else { return }
    let expired = values.filter { freshness(of: $0.value.content) == .expired }
    let removed = state.withLock { state in
      defer { state.endSweep() }
      return expired.map { state.removeValue($0.value.number, for: $0.key) }
    }
    withExtendedLifetime(removed) {}
  }
}
