// Promises of asynchronous sequences, for code that is not `async`. They are initializers rather than methods because
// `async` code prefers the standard library's methods of the same names, `first(where:)` and `reduce(_:_:)`.
extension Promise {
  /// Creates a promise of the first element of an asynchronous sequence that satisfies a predicate.
  ///
  /// ```swift
  /// Promise(first: readings) { $0 > 100 }.done { show($0) }.catch { show($0) }
  /// ```
  ///
  /// All initializers that take an asynchronous sequence iterate over it in a new task, which starts immediately. An
  /// error of the sequence rejects the promise. Canceling the promise cancels the task, which ends the iteration.
  ///
  /// - Parameters:
  ///   - sequence: The sequence to iterate over.
  ///   - predicate: Called with each element until it returns `true`, in the task, with the isolation of the
  ///     surrounding code. The default accepts every element. If it throws, the promise is rejected with its error. If
  ///     no element satisfies it, the promise is rejected with `PromiseError.emptySequence`.
  public convenience init<Elements: AsyncSequence & Sendable>(
    first sequence: Elements,
    @_inheritActorContext(always) where predicate: (@isolated(any) @Sendable (Value) async throws -> Bool)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) where Elements.Element == Value {
    self.init(byTaskOn: predicate?.isolation, CreationSite(file, line)) { _ in
      for try await element in sequence where try await predicate?(element) ?? true { return element }
      throw PromiseError.emptySequence
    }
  }

  /// Creates a promise of the last element of an asynchronous sequence.
  ///
  /// Canceling the promise ends the iteration. An error of the sequence rejects the promise.
  ///
  /// - Parameters:
  ///   - sequence: The sequence to iterate over. If it is empty, the promise is rejected with
  ///     `PromiseError.emptySequence`.
  public convenience init<Elements: AsyncSequence & Sendable>(
    last sequence: Elements, file: StaticString = #fileID, line: UInt = #line
  ) where Elements.Element == Value {
    self.init(byTaskOn: nil, CreationSite(file, line)) { _ in
      var last: Value?
      for try await element in sequence { last = element }
      guard let last else { throw PromiseError.emptySequence }
      return last
    }
  }

  /// Creates a promise of an array of all elements of an asynchronous sequence.
  ///
  /// ```swift
  /// Promise(collecting: urls.concurrentMap(maxConcurrent: 4) { try await load($0) }).done { show($0) }
  /// ```
  ///
  /// Canceling the promise ends the iteration. An error of the sequence rejects the promise, and the elements before it
  /// are discarded.
  ///
  /// - Parameters:
  ///   - sequence: The sequence to iterate over. If it is empty, the promise is fulfilled with `[]`.
  public convenience init<Elements: AsyncSequence & Sendable>(
    collecting sequence: Elements, file: StaticString = #fileID, line: UInt = #line
  ) where Elements.Element: Sendable, Value == [Elements.Element] {
    self.init(byTaskOn: nil, CreationSite(file, line)) { _ in
      var elements: [Elements.Element] = []
      for try await element in sequence { elements.append(element) }
      return elements
    }
  }

  /// Creates a promise of the result of combining the elements of an asynchronous sequence.
  ///
  /// ```swift
  /// Promise(reducing: sizes, 0) { $0 + $1 }.done { show($0) }.catch { show($0) }
  /// ```
  ///
  /// Canceling the promise ends the iteration. An error of the sequence rejects the promise.
  ///
  /// - Parameters:
  ///   - sequence: The sequence to iterate over.
  ///   - initialResult: The value to combine with the first element. If the sequence is empty, the promise is fulfilled
  ///     with this value.
  ///   - nextPartialResult: Called with the partial result and the next element, in the task that iterates, with the
  ///     isolation of the surrounding code. If it throws, the promise is rejected with its error.
  public convenience init<Elements: AsyncSequence & Sendable>(
    reducing sequence: Elements, _ initialResult: Value,
    @_inheritActorContext(always)
    _ nextPartialResult: @escaping @isolated(any) @Sendable (Value, Elements.Element) async throws -> Value,
    file: StaticString = #fileID, line: UInt = #line
  ) where Elements.Element: Sendable {
    self.init(byTaskOn: nextPartialResult.isolation, CreationSite(file, line)) { _ in
      var result = initialResult
      for try await element in sequence { result = try await nextPartialResult(result, element) }
      return result
    }
  }

  /// Creates a promise that is fulfilled when a closure has been called with every element of an asynchronous sequence.
  ///
  /// Canceling the promise ends the iteration. An error of the sequence rejects the promise.
  ///
  /// - Parameters:
  ///   - sequence: The sequence to iterate over.
  ///   - body: Called with each element, in the task that iterates, with the isolation of the surrounding code. The
  ///     next element is requested after it has returned. If it throws, the iteration ends and the promise is rejected
  ///     with its error.
  public convenience init<Elements: AsyncSequence & Sendable>(
    forEach sequence: Elements,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Elements.Element) async throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) where Elements.Element: Sendable, Value == Void {
    self.init(byTaskOn: body.isolation, CreationSite(file, line)) { _ in
      for try await element in sequence { try await body(element) }
    }
  }
}
