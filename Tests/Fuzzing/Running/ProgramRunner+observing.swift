import PromiseConcurrency

extension ProgramRunner {
  /// Returns the part of the program's state that can be observed from outside.
  func observe() -> Observation {
    let values = slots.map { slot in slot.state.withLock { $0.value } }
    let outcomes = values.map { $0?.outcome }
    let (tasks, started, alive, progress) = (log.tasks, log.started, log.alive, log.progress)
    let facts = Interest.Facts(ended: ended.union(tasks.keys), alive: alive)
    let interest = interest.withLock { $0 }
    let unwanted = interest.unwanted(facts)
    return Observation(
      outcomes: outcomes, tasks: slots.indices.map { tasks[$0] }, started: slots.indices.map { started.contains($0) },
      calls: log.calls, progress: slots.indices.map { progress[$0] ?? [] },
      retained: alive.filter { outcomes[$0] != nil || unwanted.contains($0) }.sorted(),
      crowded: slots.indices.filter { number in
        guard outcomes[number] == nil, let count = values[number]?.observerCount else { return false }
        return count > interest.observerLimit(of: number, facts, unwanted)
      })
  }

  /// The statements with promises that have settled or have been deallocated.
  private var ended: Set<Int> {
    Set(
      slots.indices.filter { number in
        let (isCreated, promise) = slots[number].state.withLock {
          ($0.isCreated, ($0.weak.object as? any Thenable)?._anyPromise)
        }
        return isCreated && promise?.isPending != true
      })
  }

  /// Releases everything. Timers fire first, because a pending timer and the promises derived from it keep each other
  /// alive.
  func releaseAll() {
    for slot in slots {
      let old = slot.state.withLock { slot in
        defer { (slot.value, slot.resolve, slot.report, slot.task, slot.timer) = (nil, nil, nil, nil, nil) }
        return (slot.value, slot.resolve, slot.report, slot.task, slot.timer)
      }
      old.4?.fire()
    }
  }

  /// The statements with values that are alive.
  var alive: [Int] { slots.indices.filter { slots[$0].state.withLock { $0.weak }.object != nil } }
}
