/// The values and the running loads of a cache, as a pure state machine.
///
/// Each key has an entry, with a value, a running load, both, or neither (then the entry does not exist):
///
/// ```
///              begin                   end, with a value
///   neither ──────────▶ load ──────────────────────────────▶ value
///      ▲                 │ ▲                                  │ ▲
///      │ end, no value   │ │ begin, dropping the value        │ │ end
///      ├─────────────────┘ └──────────────────────────────────┤ │
///      │ removeValue                        begin, keeping it ▼ │
///      └─────────────────────────────────────────────── value and load
/// ```
///
/// A caller first *looks* at the entry and then, without the lock, examines what it has found: whether the value has
/// expired, whether the load was canceled. It then *begins* a load, which happens only if the entry is still the one that
/// it has seen. Otherwise the caller looks again.
///
/// Invariants:
///
/// - At most one load of a key is current. A load that is replaced, or whose entry was removed, ends without effect.
/// - A value is removed under the number with which it was stored, so that a newer value stays.
/// - `valueCount` is the number of entries with a value, at most `countLimit` after each event.
///
/// The lock of the cache guards the state machine. Each event returns the values that it removes, which the caller must
/// release after unlocking. Each event takes amortized O(1), unless noted otherwise.
struct SharingStateMachine<Key: Hashable & Sendable, Load: Sendable, Value: Sendable>: Sendable {
  /// A value or a load, and the number that identifies it.
  struct Numbered<Content: Sendable>: Sendable {
    let number: Int
    let content: Content
    /// When the value was used for the last time, if the number of values is limited.
    fileprivate var lastUse = 0
  }

  /// What is known for a key.
  struct Entry: Sendable {
    var value: Numbered<Value>?
    var load: Numbered<Load>?

    /// Whether two entries have the same value and the same load.
    static func == (a: Entry, b: Entry) -> Bool {
      a.value?.number == b.value?.number && a.load?.number == b.load?.number
    }
  }

  /// A moment at which a value was used.
  private struct Use {
    let key: Key
    let number: Int
  }

  private var entries: [Key: Entry] = [:]
  /// The maximum number of values.
  private let countLimit: Int
  /// The number of values.
  private(set) var valueCount = 0 {
    didSet {
      // After a removal of most values, expired ones must not add up to their former number.
      if sweepThreshold < .max, valueCount < sweepThreshold / 8 { endSweep() }
    }
  }
  private var nextNumber = 0
  /// If the number of values is limited: the uses of values, in order. A use is void if the value was used again, or is
  /// gone.
  private var uses = FIFOQueue<Use>()
  /// The number of uses for which memory is allocated, including void ones.
  var useCount: Int { uses.count }
  /// The number of values at which expired ones are to be removed.
  private var sweepThreshold = 32

  /// Creates a state machine without entries.
  ///
  /// - Parameter countLimit: The maximum number of values. With zero or a negative number, no value is kept.
  init(countLimit: Int) { self.countLimit = max(countLimit, 0) }

  // MARK: - Events

  /// Returns the entry of a key. A value counts as used.
  mutating func look(at key: Key) -> Entry {
    noteUse(of: key)
    return entry(of: key)
  }

  /// Returns the entry of a key.
  func entry(of key: Key) -> Entry { entries[key] ?? Entry() }

  /// Begins a load, unless the entry of the key is no longer the one that the caller has seen.
  ///
  /// - Parameters:
  ///   - load: The load, which replaces the one of the entry.
  ///   - key: The key.
  ///   - seen: The entry that the caller has seen.
  ///   - keepsValue: Whether the entry keeps its value while the load is running.
  /// - Returns: The number of the load, or `nil` if the entry has changed. What was removed is in `seen`.
  mutating func begin(_ load: Load, for key: Key, ifStill seen: Entry, keepsValue: Bool) -> Int? {
    guard entry(of: key) == seen else { return nil }
    if !keepsValue, seen.value != nil { removeValue(of: key) }
    let number = makeNumber()
    entries[key, default: Entry()].load = Numbered(number: number, content: load)
    return number
  }

  /// Ends a load. If it is the current one of its key, the entry receives the value.
  ///
  /// - Parameters:
  ///   - number: The number of the load.
  ///   - key: The key.
  ///   - value: The value to keep, or `nil` if there is none. A value that the entry has then stays.
  /// - Returns: What was removed.
  mutating func end(_ number: Int, for key: Key, keeping value: Value?) -> [Entry] {
    guard var entry = entries[key], entry.load?.number == number else { return [] }
    var removed = [Entry(load: entry.load)]
    entry.load = nil
    entries[key] = entry.value == nil ? nil : entry
    if let value { removed += store(value, for: key) }
    return removed
  }

  /// Stores a value. A running load becomes one that ends without effect.
  ///
  /// - Returns: What was removed.
  mutating func store(_ value: Value, for key: Key) -> [Entry] {
    var removed = [remove(key)]
    guard countLimit > 0 else { return removed }
    entries[key] = Entry(value: Numbered(number: makeNumber(), content: value))
    valueCount += 1
    noteUse(of: key)
    if valueCount > countLimit { removed.append(removeLeastRecentlyUsed()) }
    return removed
  }

  /// Removes the value with a number, if it is still there. Returns it.
  mutating func removeValue(_ number: Int, for key: Key) -> Numbered<Value>? {
    guard let value = entries[key]?.value, value.number == number else { return nil }
    removeValue(of: key)
    return value
  }

  /// Removes an entry and returns it.
  mutating func remove(_ key: Key) -> Entry {
    guard let entry = entries.removeValue(forKey: key) else { return Entry() }
    if entry.value != nil { valueCount -= 1 }
    removeVoidUsesIfMany()
    return entry
  }

  /// Removes and returns all entries.
  ///
  /// - Complexity: O(*n*).
  mutating func removeAll() -> [Key: Entry] {
    let removed = entries
    entries = [:]
    valueCount = 0
    uses = FIFOQueue()
    return removed
  }

  /// Returns all values if so many have been stored that expired ones should be looked for, and otherwise nothing.
  ///
  /// The number has at least doubled since the last time, so that the cost for each stored value is constant.
  mutating func valuesToSweep() -> [(key: Key, value: Numbered<Value>)] {
    guard valueCount >= sweepThreshold else { return [] }
    sweepThreshold = .max  // until `endSweep()`
    return entries.compactMap { key, entry in entry.value.map { (key, $0) } }
  }

  /// Records that the expired values among those of `valuesToSweep()` have been removed.
  mutating func endSweep() { sweepThreshold = max(32, valueCount * 2) }

  // MARK: - Details

  private mutating func makeNumber() -> Int {
    nextNumber += 1
    return nextNumber
  }

  /// Removes the value of an entry that has one.
  private mutating func removeValue(of key: Key) {
    valueCount -= 1
    entries[key]?.value = nil
    if entries[key]?.load == nil { entries[key] = nil }
    removeVoidUsesIfMany()
  }

  /// Records that the value of a key is used, if the number of values is limited and there is a value.
  private mutating func noteUse(of key: Key) {
    guard countLimit < .max, entries[key]?.value != nil else { return }
    let number = makeNumber()
    entries[key]?.value?.lastUse = number
    uses.append(Use(key: key, number: number))
    removeVoidUsesIfMany()
  }

  /// Removes the uses that are void, and their keys, if at least half of all uses are.
  private mutating func removeVoidUsesIfMany() {
    guard uses.count > 32 + 2 * valueCount else { return }
    var remaining = FIFOQueue<Use>()
    while let use = uses.popFirst() { if isValid(use) { remaining.append(use) } }
    uses = remaining
  }

  private func isValid(_ use: Use) -> Bool { entries[use.key]?.value?.lastUse == use.number }

  /// Removes the value that has not been used for the longest time.
  private mutating func removeLeastRecentlyUsed() -> Entry {
    while let use = uses.popFirst() {
      guard isValid(use) else { continue }
      let value = entries[use.key]?.value
      removeValue(of: use.key)
      return Entry(value: value)
    }
    return Entry()
  }
}
