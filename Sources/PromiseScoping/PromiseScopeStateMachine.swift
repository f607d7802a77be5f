/// The members of a `PromiseScope`, as a pure state machine.
///
/// ```
///           enter              leave
///   new ─────────────▶ member ────────▶ gone
///    │                   │                ▲
///    │ enter, when       │ cancelAll,     │ leave
///    │ closed            │ close          │
///    └──────────────▶ canceled member ────┘
/// ```
///
/// The tasks of a canceled member are entries of their own, which leave one by one. Until the last one has left, they
/// count as one member, together with the member itself.
///
/// The scope itself is *open* until it is *closed*: canceled, released or ended. It is *idle* while it has no member.
///
/// Invariants:
///
/// - Each member is canceled at most once by the scope: by the event that cancels all members, or when it enters a closed
///   scope.
/// - A waiter that was added is returned once: by the event that makes the scope idle, or when its wait is canceled.
/// - The first failure stays. After the end, no failure is recorded, because the function has thrown or returned.
///
/// The lock of the scope guards the state machine. Each event takes amortized O(1), except those that cancel all members,
/// which take O(*n*). Members and waiters must be released after unlocking.
struct PromiseScopeStateMachine<Member: Sendable, Waiter: Sendable>: Sendable {
  private struct Entry: Sendable {
    let member: Member
    /// The number of the member to which the entry belongs: its own, or that of the member whose task it is.
    let owner: Int
    var isCanceled: Bool
  }

  private var entries: [Int: Entry] = [:]
  private var waiters: [Int: Waiter] = [:]
  private var nextNumber = 0
  /// Whether the scope has been canceled, released or ended.
  private(set) var isClosed = false
  /// Whether the function of the scope has ended.
  private(set) var hasEnded = false
  /// Whether the scope was closed because the task that waits for its members was canceled.
  private var isClosedByInterruption = false
  /// Whether that has canceled a member.
  private(set) var isInterrupted = false
  /// The errors of members, in the order in which they arrived.
  private(set) var failures: [any Error] = []

  /// The number of members that have not left, with all of their tasks.
  ///
  /// - Complexity: O(*n*) in the number of entries.
  var count: Int { Set(entries.values.lazy.map(\.owner)).count }

  /// Adds a member, or a task of a member.
  ///
  /// - Parameters:
  ///   - member: The member or the task.
  ///   - owner: The number of the member whose task it is, or `nil` for a member.
  /// - Returns: The number of the entry, and whether the caller has to cancel it, because the scope is closed.
  mutating func enter(_ member: Member, ofOwner owner: Int? = nil) -> (number: Int, isCanceled: Bool) {
    nextNumber += 1
    entries[nextNumber] = Entry(member: member, owner: owner ?? nextNumber, isCanceled: isClosed)
    if isClosedByInterruption { isInterrupted = true }
    return (nextNumber, isClosed)
  }

  /// Removes a member that has ended.
  ///
  /// - Returns: The member, and the waiters to resume, if it was the last one.
  mutating func leave(_ number: Int) -> (Member?, [Waiter]) {
    let member = entries.removeValue(forKey: number)?.member
    guard entries.isEmpty else { return (member, []) }
    defer { waiters = [:] }
    return (member, Array(waiters.values))
  }

  /// Adds a member unless the scope is closed. Returns its number, or `nil` if it was not added.
  mutating func enterUnlessClosed(_ member: Member) -> Int? {
    if isClosedByInterruption { isInterrupted = true }
    return isClosed ? nil : enter(member).number
  }

  /// Adds a waiter. Returns its number, or `nil` if the scope is idle.
  mutating func wait(_ waiter: Waiter) -> Int? {
    if entries.isEmpty { return nil }
    nextNumber += 1
    waiters[nextNumber] = waiter
    return nextNumber
  }

  /// Removes a waiter whose wait has ended early, and returns it, unless it has been returned before.
  mutating func cancelWait(_ number: Int) -> Waiter? { waiters.removeValue(forKey: number) }

  /// Returns the members to cancel, in the order in which they were added. The scope remains open.
  mutating func cancelAll() -> [(number: Int, member: Member)] {
    var members: [(number: Int, member: Member)] = []
    for (number, entry) in entries where !entry.isCanceled {
      members.append((number, entry.member))
      entries[number]?.isCanceled = true
    }
    return members.sorted { $0.number < $1.number }
  }

  /// Closes the scope. Returns the members to cancel, in the order in which they were added.
  ///
  /// - Parameter interrupting: Whether the reason is that the task that waits for the members was canceled.
  mutating func close(interrupting: Bool) -> [(number: Int, member: Member)] {
    if !isClosed, interrupting { isClosedByInterruption = true }
    isClosed = true
    let members = cancelAll()
    if isClosedByInterruption, !members.isEmpty { isInterrupted = true }
    return members
  }

  /// Ends the scope if it is idle. Returns whether it is.
  mutating func endIfIdle() -> Bool {
    if entries.isEmpty { (isClosed, hasEnded) = (true, true) }
    return hasEnded
  }

  /// Records an error, unless the scope has ended, or only the first error counts and there is one. Returns whether it
  /// has been recorded.
  mutating func fail(with error: any Error, onlyIfFirst: Bool) -> Bool {
    if hasEnded || onlyIfFirst && !failures.isEmpty { return false }
    failures.append(error)
    return true
  }
}
