/// A small program that uses promises of numbers. The fuzzer generates, runs, checks, shrinks and prints such programs.
///
/// A statement, and the value that it creates, are identified by the index of the statement.
package struct Program: Sendable, Hashable {
  /// Statements that several threads execute at the same time. The program is quiescent before the next batch starts.
  package struct Batch: Sendable, Hashable {
    package var threads: [[Int]]

    package init(threads: [[Int]]) { self.threads = threads }
  }

  package var statements: [Statement]
  package var batches: [Batch]
  /// The statements that are executed in a scope with a separate default queue, in addition to those with handlers on
  /// that queue.
  package var scoped: Set<Int> = []

  package init(statements: [Statement] = [], batches: [Batch] = []) {
    self.statements = statements
    self.batches = batches
  }
}

/// One statement of a program.
package enum Statement: Sendable, Hashable {
  /// Creates a pending promise and its resolver.
  case pending
  /// Creates a pending promise, and a producer that is called back when the promise is canceled.
  case watched(Handler)
  /// Creates a pending guarantee and the function that fulfills it.
  case pendingGuarantee
  /// Creates a timer of a manual clock.
  case timer
  /// Creates a foreign thenable, which is not a promise of the library.
  case foreign
  /// Creates a settled promise.
  case value(Int)
  case error(Int)
  /// Applies an operator to the value of another statement.
  case apply(Operator, of: Int, at: ExecutorKind, Handler)
  /// Combines the values of other statements.
  case combine(Combinator, of: [Int])
  /// Starts work: `Promise(on: queue) { … }` and similar functions.
  case work(Work, at: ExecutorKind, Handler)
  /// Starts a task that waits for a value.
  case wait(for: Int, WaitMode)
  /// Starts a task that iterates over the values of other statements.
  case iterate(over: [Int], IterationOrder, stopsAfterFirst: Bool)
  /// Attaches a handler with `pipe`.
  case pipe(of: Int, Handler)
  /// Attaches a progress handler to a value.
  case followProgress(of: Int, at: ExecutorKind)
  /// Sets the weight of a value in the progress of combinators.
  case setWeight(of: Int, Int)
  case act(Action)
  /// Releases the program's own reference to a value.
  case release(Int)
}

/// The type of the value that a statement creates.
package enum ValueType: Sendable, Hashable {
  /// `Promise<Int>`
  case promise
  /// `Guarantee<Int>`
  case guarantee
  /// `Guarantee<Void>`
  case tick
  /// A foreign thenable of numbers.
  case foreign

  var isGuarantee: Bool { self == .guarantee || self == .tick }
}

/// How a task waits.
package enum WaitMode: String, Sendable, Hashable, CaseIterable {
  /// `get()`
  case get
  /// `get(cancellation: .forward)`: the cancellation of the task is forwarded to the awaited value.
  case forwarding
  /// `get(timeout: 0)`
  case timeout
  /// `get(timeout: 0, losers: .spare)`
  case timeoutSparing

  var hasTimeout: Bool { self == .timeout || self == .timeoutSparing }
}

/// The order in which a task iterates over values.
package enum IterationOrder: String, Sendable, Hashable, CaseIterable {
  /// `inInputOrder`
  case input
  /// `inCompletionOrder`
  case completion
}

/// An action on an existing value, task or queue. Handlers perform actions as well.
package enum Action: Sendable, Hashable {
  case fulfill(Int, Int)
  case reject(Int, Int)
  /// Reports the progress of a promise in tenths.
  case report(Int, Int)
  /// Releases the resolver.
  case abandon(Int)
  /// Fires a timer.
  case fire(Int)
  case cancel(Int)
  /// Cancels a waiting task.
  case cancelTask(Int)
  /// Derives a promise and releases it immediately.
  case attach(Int)
  /// Cancels the promise that is settled by the handler performing the action.
  case cancelOwn
  /// Cancels all elements of a queue.
  case cancelAll(QueueKind)
}

/// The executor of a handler.
package enum ExecutorKind: Int, Sendable, Hashable, CaseIterable {
  case inline
  case serialA
  case serialB
  case concurrent
  /// The default queue, which is a separate serial queue here.
  case `default`
  /// The default queue of the scope in which the call is made, which is another serial queue.
  case scoped
  /// The actor that the call is isolated to.
  case actor
  case mainActor

  /// Whether handlers of one promise keep their order on this executor.
  package var isOrdered: Bool { self != .concurrent }

  /// Whether the handler is isolated to an actor, on which it must also be released.
  package var isActor: Bool { self == .actor || self == .mainActor }

  /// Whether the call passes no `on:` argument.
  package var isImplicit: Bool { self == .default || self == .scoped || isActor }
}

/// The behavior of a handler: it performs actions and then returns or throws.
package struct Handler: Sendable, Hashable {
  package enum Result: Sendable, Hashable {
    /// The sum of the input and a number. A predicate returns whether the number is not negative.
    case value(Int)
    case error(Int)
    /// The value of another statement.
    case promise(Int)
    /// A promise that the handler derives from the value of another statement.
    case derived(Int)
    /// The promise that this handler settles.
    case itself
  }

  package var actions: [Action]
  package var result: Result

  /// Whether the handler refers to the promise that it settles.
  package var needsItself: Bool { result == .itself || actions.contains(.cancelOwn) }

  /// The statement that created the value that the handler returns or derives a promise from.
  package var returned: Int? {
    switch result {
    case .promise(let other), .derived(let other): other
    case .value, .error, .itself: nil
    }
  }

  package init(actions: [Action] = [], _ result: Result = .value(1)) {
    self.actions = actions
    self.result = result
  }
}

/// The operators, with the effect of each on a promise of a number.
package enum Operator: String, Sendable, CaseIterable {
  case map, thenPromise, done, get, validate, compactMap, asVoid
  case tap, ensure, ensureThen
  case `catch`, catchAll, catchOnlyType, cauterize
  case recoverPromise, recoverAll, recoverOnly
  case thenMap
  case timeoutNow, timeoutNever, timeoutSpare, delay
  case copy, firstly
  case asyncMap, asyncGet, asyncValidate, asyncRecover
  /// Returns a guarantee.
  case recoverGuarantee
  /// Operators on a guarantee that return a guarantee.
  case guaranteeMap, guaranteeThen, guaranteeDone, guaranteeGet, guaranteeEnsure, guaranteeEnsureThen,
    guaranteeDelay
  case reduce
}

/// The combinators.
package enum Combinator: String, Sendable, CaseIterable {
  case whenFulfilled, whenTuple, whenDictionary, whenResolved, whenRejected
  case race, raceSpare, raceFulfilled, raceFulfilledSpare
  /// These have a limit of two, or of one, pending promises.
  case whenFulfilledByTwo, whenResolvedByOne
  /// Combinators of guarantees that return a guarantee.
  case whenGuarantees, raceGuarantees, raceGuaranteesSpare
  /// Other forms of these combinators.
  case whenTriple, whenResolvedDictionary, raceTuple
}

/// Functions that return a promise of the result of work.
package enum Work: String, Sendable, CaseIterable {
  case async, task, retry, until
  /// The work is finished when the call returns.
  case resolver, wrap
  /// An element of one of the program's queues.
  case queueOfOne, queueOfTwo, shortQueue, queueWithoutRoom

  /// Whether the work runs in a task.
  var isTask: Bool { self == .task || queue != nil }

  /// The queue to which the work belongs.
  var queue: QueueKind? {
    switch self {
    case .queueOfOne: .ofOne
    case .queueOfTwo: .ofTwo
    case .shortQueue: .short
    case .queueWithoutRoom: .withoutRoom
    default: nil
    }
  }
}

/// The error that handlers throw.
package struct FuzzError: Error, Hashable, Sendable {
  /// The number of the program. Reports of several programs arrive at the same diagnostics handler.
  package let program: Int
  package let code: Int
}

/// The outcome of a promise.
package enum Outcome: Sendable, Hashable {
  case value(Int)
  case error(ErrorKind)
}

/// The reason for the rejection of a promise.
package enum ErrorKind: Sendable, Hashable {
  case thrown(Int)
  case cancelled, abandoned, returnedSelf, noWinner, badInput, compactMap, validationFailed, timedOut, emptySequence
  case queueIsFull
  case unknown(String)
}
