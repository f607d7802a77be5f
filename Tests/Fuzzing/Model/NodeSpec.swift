/// What a node is and what it does with the outcome of its source. It does not change while the program runs.
struct NodeSpec {
  enum Kind {
    /// Settled from outside, or by adopting the outcome of another node.
    case source
    /// A thenable that is not a promise of the library: it calls back once and cannot be canceled.
    case foreign
    /// A handler of some outcomes.
    case step(Filter, Production)
    /// A handler that does not change the outcome. With a condition, the outcome is passed on when that settles.
    case observation(Filter, handlesError: Bool, catches: Bool, condition: Condition?)
    case combination(Combinator, [Int])
    /// A combinator that requests its members one after the other, a limited number at the same time.
    case limited(Combinator, [Int], width: Int)
    case timeout(of: Int, spares: Bool)
    case timer
    /// `delay`: a timer and a node derived from it, both created when there is a value.
    case delay(timer: Int, then: Int)
    /// A handler that is a task.
    case task(Int, Filter, Production)
    /// Iterations one after the other. `scratch` stands for the outcome of an iteration that is not a promise of the
    /// program.
    case loop(Loop, scratch: Int)
    /// Work that starts later.
    case work(Production)
    /// Work that is a task.
    case taskWork(Int)
    /// An element of a queue, which is a task.
    case queued(Int, QueueKind)
    /// A task that iterates over values.
    case iteration(Iteration)
  }

  /// What `ensureThen` waits for.
  enum Condition {
    /// A timer that the handler creates and that fires soon.
    case ownTimer(Int)
    /// A guarantee that exists already.
    case node(Int)
  }

  /// What a task iterates over. Each input has a follower, which adopts its outcome and then settles one of the outputs.
  /// No program can tell the one from the other. The task waits for one output after the other.
  struct Iteration {
    let task: Int
    let followers: [Int]
    let outputs: [Int]
    let order: IterationOrder
    /// Whether the task wants the first value only.
    let stopsAfterFirst: Bool
  }

  /// Loops of at most two iterations.
  enum Loop {
    /// Continues with a value, which is the input of the next iteration.
    case reduce
    /// Continues with a value.
    case until
    /// Continues with an error.
    case retry

    static let limit = 2
  }

  /// The outcomes that a handler is called with.
  enum Filter {
    case values
    case errors(ErrorFilter)
    /// The errors that members of a combinator were rejected with.
    case errorsOfMembers
    /// Errors, except for cancellation and those that a `catch(only:)` has handled.
    case errorsForCatch
    case all
  }

  enum ErrorFilter {
    case notCancelled
    case any
    case thrown
    case one(Int)

    func accepts(_ kind: ErrorKind) -> Bool {
      switch (self, kind) {
      case (.any, _): true
      case (.notCancelled, let kind): kind != .cancelled
      case (.thrown, .thrown): true
      case (.one(let code), .thrown(let thrown)): code == thrown
      default: false
      }
    }
  }

  /// The outcome that a handler leads to.
  enum Production {
    /// What it returns.
    case value
    /// What it returns, or an outcome in place of `nil`.
    case valueOr(Outcome)
    /// Its input, unless it throws or, with an outcome, returns false.
    case input(or: Outcome?)
    /// The outcome of the promise that it returns.
    case promise
    case nothing
    /// The error that it was called with, which is then handled.
    case error
    /// The same without a handler; the error is reported.
    case report
    /// A constant, without a handler.
    case always(Int)
    /// The input, without a handler.
    case same
    /// An outcome that was stored before, without a handler.
    case stored
  }

  var kind: Kind
  /// The statement whose handler it has.
  var statement: Int
  /// A guarantee cannot be rejected. A canceled one stays pending until what it waits for settles.
  var isGuarantee = false

  /// Whether it ignores its members once it has its outcome.
  var sparesLosers: Bool {
    switch kind {
    case .combination(let combinator, _): combinator.sparesLosers
    case .timeout(_, let spares): spares
    default: false
    }
  }

  var isIteration: Bool { if case .iteration = kind { true } else { false } }
  var isForeign: Bool { if case .foreign = kind { true } else { false } }
}

extension Combinator {
  var sparesLosers: Bool {
    switch self {
    case .raceSpare, .raceFulfilledSpare, .raceGuaranteesSpare: true
    default: false
    }
  }
}
