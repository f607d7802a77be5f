import PromiseCore

/// Something that has happened to a promise, as a timeline keeps it. It refers to no object.
struct TimelineEvent: Sendable {
  enum Content: Sendable {
    /// A promise was created, with an outcome or pending.
    case created(CreationSite, Outcome?)
    /// The promise has settled. The site is repeated because the event of the creation may have been replaced.
    case settled(CreationSite, Outcome, error: TypeReference?)
    /// The last promise that has settled on this thread was waiting for the one with this number.
    case awaited(Int)
    case deallocated
    case handlerEnqueued(on: Executor)
    case handlerStarted(on: Executor)
    case handlerReturned
    case attempt(Int, isRunning: Bool)
    case waitBegan
    case waitEnded
    case contradicted
  }

  enum Outcome: UInt8, Sendable {
    case fulfilled, rejected, canceled, abandoned
  }

  /// Where a handler runs.
  enum Executor: Sendable {
    case main, inline
    /// The queue with this label, by its position among the labels.
    case queue(Int)
    case actor(TypeReference)
  }

  /// A type, in one word.
  struct TypeReference: Sendable {
    private let type: UInt

    /// Refers to the type of a value.
    init(of value: some Any) { type = UInt(bitPattern: ObjectIdentifier(Swift.type(of: value))) }

    /// The name of the type.
    var name: String {
      // The identifier of a type is its address, and no type is ever released.
      "\(unsafeBitCast(type, to: Any.Type.self))"
    }
  }

  /// In nanoseconds of Dispatch's clock.
  let time: UInt64
  /// The number of promises that were registered before this one.
  let promise: Int
  let thread: UInt32
  let content: Content
}

extension TimelineEvent.Outcome {
  /// Returns the outcome of a promise that has settled.
  init(of promise: AnyPromise) {
    guard let error = promise.rejectionError else {
      self = promise.isFulfilled ? .fulfilled : .abandoned
      return
    }
    if case PromiseError.abandoned = error {
      self = .abandoned
    } else {
      self = error.isCancelled ? .canceled : .rejected
    }
  }
}
