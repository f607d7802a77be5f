/// A small program that uses promises of numbers: what the fuzzer makes, plays, judges, shrinks and prints.
///
/// Its statements are numbered by their place in it, and what a statement makes is known by that number.
package struct Program: Sendable, Hashable {
  /// Statements that are done side by side, by so many threads; then all comes to rest before the next batch.
  package struct Batch: Sendable, Hashable {
    package var threads: [[Int]]

    package init(threads: [[Int]]) { self.threads = threads }
  }

  package var statements: [Statement]
  package var batches: [Batch]

  package init(statements: [Statement] = [], batches: [Batch] = []) {
    self.statements = statements
    self.batches = batches
  }
}

/// One thing that a program does.
package enum Statement: Sendable, Hashable {
  /// A pending promise and its resolver.
  case pending
  /// Likewise, and its producer is called back if it is cancelled.
  case watched(Handler)
  /// A promise that is settled.
  case value(Int)
  case error(Int)
  /// An operator on what another statement made.
  case apply(Operator, of: Int, at: Place, Handler)
  /// A combinator.
  case join(Join, of: [Int])
  /// Work that is done in its place: `Promise(on: queue) { … }` and its like.
  case work(Work, at: Place, Handler)
  /// A task that waits for a promise.
  case wait(for: Int, Waiting)
  case act(Act)
  /// The program lets go of a promise.
  case release(Int)
}

/// How a task waits.
package enum Waiting: Sendable, Hashable {
  case leaves
  /// Its cancellation is forwarded to what it waits for.
  case forwards
  /// It has no time at all.
  case timesOut
}

/// What can be done to something that is there already. Handlers do it, too.
package enum Act: Sendable, Hashable {
  case fulfill(Int, Int)
  case reject(Int, Int)
  /// Lets go of the resolver.
  case abandon(Int)
  case cancel(Int)
  /// Cancels the task that waits.
  case cancelTask(Int)
  /// Derives a promise and lets go of it.
  case attach(Int)
  /// Cancels the promise whose handler does it.
  case cancelOwn
}

/// Where a handler runs.
package enum Place: Int, Sendable, Hashable, CaseIterable {
  case inline
  case serialA
  case serialB
  case concurrent
  /// Where it was written: on the default queue, which is a serial one here.
  case written
  /// Where it was written: on an actor.
  case actor

  /// Whether handlers of one promise keep their order there.
  package var isInOrder: Bool { self != .concurrent }

  /// Whether there is no argument that says so.
  package var isWhereWritten: Bool { self == .written || self == .actor }
}

/// What a handler does: some acts, and then it gives something back.
package struct Handler: Sendable, Hashable {
  package enum Result: Sendable, Hashable {
    /// So much more than it was given. Where a condition is asked for: whether that is not negative.
    case value(Int)
    case error(Int)
    /// What another statement made.
    case promise(Int)
    /// A promise that the handler derives from what another statement made.
    case derived(Int)
    /// The promise that this handler settles.
    case itself
  }

  package var acts: [Act]
  package var result: Result

  /// Whether it refers to the promise that it settles.
  package var needsItself: Bool { result == .itself || acts.contains(.cancelOwn) }

  package init(acts: [Act] = [], _ result: Result = .value(1)) {
    self.acts = acts
    self.result = result
  }
}

/// The operators, by what each of them does to a promise of a number.
package enum Operator: String, Sendable, CaseIterable {
  case map, thenValue, thenPromise, thenVoid, done, get, validate, compactMap, asVoid
  case tap, ensure, finally, always, ensureThen
  case `catch`, catchAll, catchOnlyType, catchOnlyOne, cauterize
  case recover, recoverPromise, recoverAll, recoverOnly
  case mapValues, flatMapValues, compactMapValues, filterValues, firstValue, lastValue, sortedValues, thenMap,
    thenFlatMap
  case timeoutNow, timeoutNever, timeoutSpare, delay
  case copy, firstly
  case asyncMap, asyncThen, asyncGet, asyncValidate, asyncRecover
  /// On the guarantee that is there once errors have been recovered from.
  case guaranteeMap, guaranteeThen, guaranteeDone, guaranteeGet, guaranteeTap, guaranteeEnsure
  case reduce
}

/// The combinators.
package enum Join: String, Sendable, CaseIterable {
  case whenFulfilled, whenTuple, whenDictionary, whenResolved, whenRejected, all, any, race, raceSpare, raceFulfilled
  /// With two at work at most, and with one.
  case whenFulfilledByTwo, whenResolvedByOne
  /// Of the guarantees that are there once errors have been recovered from.
  case whenGuarantees
  /// Other forms of the same.
  case whenTriple, whenResolvedDictionary, allTuple, anyTuple, raceTuple
}

/// What makes a promise of work.
package enum Work: String, Sendable, CaseIterable {
  case value, promise, callback, async, task, retry, until
  /// Done before the call returns.
  case resolver, wrap
}

/// What is thrown.
package struct FuzzError: Error, Hashable, Sendable {
  /// Whose: reports of several programs come to one place.
  package let program: Int
  package let code: Int
}

/// What has become of a promise.
package enum Outcome: Sendable, Hashable {
  case value(Int)
  case error(Fault)
}

/// Why a promise was rejected.
package enum Fault: Sendable, Hashable {
  case thrown(Int)
  case cancelled, abandoned, returnedSelf, noWinner, badInput, compactMap, validationFailed, timedOut, emptySequence
  case unknown(String)
}
