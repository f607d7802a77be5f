#if DEBUG
  /// What a watch has found out about a queue on which a handler waits.
  ///
  /// | State | Finding | Transition |
  /// | --- | --- | --- |
  /// | still for *n* ticks | the queue has run a work item | over |
  /// | | the thread that blocked the queue goes on, or the system does not tell | over |
  /// | | the main thread was busy, or another call has begun to block the queue | still for 0 ticks |
  /// | | the tick comes late | still for *n* ticks |
  /// | | nothing has moved | still for *n* + 1 ticks or, at the limit, stalled |
  ///
  /// A tick that comes late does not count, so that a program that was stopped in a debugger is not taken for a stalled one.
  package struct StallStateMachine {
    /// What has happened since the last tick.
    package enum Finding: CaseIterable {
      /// The queue runs, or the watch has become pointless.
      case moves
      /// What keeps the queue from running may end: the main thread does something, or another call blocks the queue.
      case busy
      /// The tick comes late, because the program was stopped or the system is busy.
      case late
      /// The queue has run nothing, and the thread that should run it waits.
      case still
    }

    /// What the watch does next.
    package enum Verdict {
      case watch, end, report
    }

    /// The number of ticks without a movement after which a queue has stalled.
    private let limit: Int
    private var stillTicks = 0

    package init(limit: Int = 10) { self.limit = limit }

    /// Takes up what has happened since the last tick.
    package mutating func tick(_ finding: Finding) -> Verdict {
      switch finding {
      case .moves: return .end
      case .busy: stillTicks = 0
      case .late: break
      case .still: stillTicks += 1
      }
      return stillTicks < limit ? .watch : .report
    }
  }
#endif
