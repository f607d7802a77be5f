/// The kind of a node, and its reaction to the outcome of its source. It does not change while the program runs.
struct NodeSpec {
  enum Kind {
    /// A node that is settled from outside, or by adopting the outcome of another node.
    case source
    /// A foreign thenable. It calls back once and cannot be canceled.
    case foreign
    /// A handler of some outcomes.
    case step(Filter, Production)
    /// A handler that does not change the outcome. With a condition, the outcome is passed on when the condition
    /// settles.
    case observation(Filter, handlesError: Bool, catches: Bool, condition: Condition?)
    case combination(Combinator, [Int])
    /// A combinator that requests its inputs one after another, with a concurrency limit.
    case limited(Combinator, [Int], width: Int)
    case timeout(of: Int, spares: Bool)
    case timer
    /// `delay`: a timer and a node derived from it, both created when there is a value.
    case delay(timer: Int, then: Int)
    /// A handler that is a task.
    case task(Int, Filter, Production)
    /// Iterations that run one after another. `scratch` represents the outcome of an iteration that is not a promise of
    /// the program.
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

  /// The guarantee that `ensureThen` waits for.
  enum Condition {
    /// A timer that the handler creates and that fires soon.
    case ownTimer(Int)
    /// An existing guarantee.
    case node(Int)
  }

  /// The iteration of a task. Each input has a follower, which adopts its outcome and then settles one of the outputs.
  /// No program can distinguish the two. The task waits for one output after another.
  struct Iteration {
    let task: Int
    let followers: [Int]
    let outputs: [Int]
    let order: IterationOrder
    /// Whether the task reads only the first value.
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

  /// The outcomes with which a handler is called.
  enum Filter {
    case values
    case errors(ErrorFilter)
    /// The errors with which inputs of a combinator were rejected.
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

  /// The outcome that a handler produces.
  enum Production {
    /// The value that the handler returns.
    case value
    /// The value that the handler returns, or the given outcome for `nil`.
    case valueOr(Outcome)
    /// The input, unless the handler throws or, if there is an outcome, returns `false`.
    case input(or: Outcome?)
    /// The outcome of the promise that the handler returns.
    case promise
    case nothing
    /// The error with which the handler was called, which then counts as handled.
    case error
    /// The error, which is reported and then counts as handled, without a handler.
    case report
    /// A constant, without a handler.
    case always(Int)
    /// The input, without a handler.
    case same
    /// An outcome that was stored earlier, without a handler.
    case stored
  }

  var kind: Kind
  /// The statement that has the handler.
  var statement: Int
  /// Whether the node is a guarantee, which cannot be rejected. A canceled guarantee stays pending until the node that
  /// it waits for settles.
  var isGuarantee = false

  /// Whether the node ignores its inputs once it has its outcome.
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
