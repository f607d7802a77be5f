/// What a node of the reference is: which promise it was made of, and what it does with that one's outcome.
struct Spec {
  enum Kind {
    /// Settled from outside, or by following another one.
    case source
    /// A handler of some outcomes.
    case step(Wants, Gives)
    /// A handler that looks on. With a timer, the outcome is passed on when that goes off.
    case witness(Wants, handlesError: Bool, catches: Bool, waits: Int?)
    case join(Join, [Int])
    /// A combinator that asks for its members one after the other, and has so many at work.
    case pump(Join, [Int], width: Int)
    case timeout(of: Int, spares: Bool)
    case timer
    /// What `delay` does with a value: a timer, and what is made of it.
    case delay(timer: Int, then: Int)
    /// A handler that is a task.
    case task(Int, Wants, Gives)
    /// Steps one after the other. `scratch` stands for what a step comes to by itself, or by way of a promise.
    case loop(Loop, scratch: Int)
    /// Work that is done later.
    case work(Gives)
    /// Work that is a task.
    case taskWork(Int)
  }

  /// What goes step by step, twice at most.
  enum Loop {
    /// One more if there is a value, which is what that is given.
    case reduce
    /// One more if there is a value.
    case until
    /// One more if there is an error.
    case retry

    static let steps = 2
  }

  /// Which outcomes a handler wants.
  enum Wants {
    case values
    case errors(Filter)
    /// Those of a combinator that one of its members failed with.
    case errorsOfMembers
    /// As `catch` does: also none that a `catch(only:)` has dealt with.
    case errorsForCatch
    case all
  }

  enum Filter {
    case notCancelled
    case any
    case thrown
    case one(Int)

    func accepts(_ fault: Fault) -> Bool {
      switch (self, fault) {
      case (.any, _): true
      case (.notCancelled, let fault): fault != .cancelled
      case (.thrown, .thrown): true
      case (.one(let code), .thrown(let thrown)): code == thrown
      default: false
      }
    }
  }

  /// What comes of a handler.
  enum Gives {
    /// What it returns.
    case value
    /// What it returns, unless that is nothing.
    case valueOr(Outcome)
    /// What it was given, unless it throws, or says no.
    case input(or: Outcome?)
    /// What the promise comes to that it returns.
    case promise
    case nothing
    /// The error that it was given, and has dealt with.
    case error
    /// Likewise; there is no handler, and it is reported.
    case report
    /// There is no handler: always the same.
    case always(Int)
    /// There is no handler: what it was given.
    case same
    /// There is no handler: what it was told before.
    case given
  }

  var kind: Kind
  /// The statement whose handler it has.
  var statement: Int
  /// Cannot be rejected: asked to be cancelled, it hurries.
  var isGuarantee = false
}
