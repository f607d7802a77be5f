// Promises of asynchronous sequences, for code that is not `async`. They are initializers because `async` code prefers the
// standard library's methods of the same names, `first(where:)` and `reduce(_:_:)`.
extension Promise {
  /// Creates a promise of the first element of an asynchronous sequence that satisfies a predicate.
  ///
  /// ```swift
  /// Promise(first: readings) { $0 > 100 }.done { show($0) }.catch { show($0) }
  /// ```
  ///
  /// All initializers that take an asynchronous sequence iterate it in a task. An error of the sequence rejects the
  /// promise. Canceling the promise ends the iteration.
  ///
  /// - Parameters:
  ///   - sequence: The sequence.
  ///   - predicate: Called with each element until it returns `true`, with the isolation of where it was written. If no
  ///     element satisfies it, the promise is rejected with `PromiseError.emptySequence`; if it throws, with its error.
  ///     The default accepts every element.
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
  /// - Parameters:
  ///   - sequence: The sequence. If it is empty, the promise is rejected with `PromiseError.emptySequence`.
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
  /// - Parameters:
  ///   - sequence: The sequence.
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
  /// - Parameters:
  ///   - sequence: The sequence.
  ///   - initialResult: The value to combine with the first element. It fulfills the promise if the sequence is empty.
  ///   - nextPartialResult: Called with the result so far and the next element, with the isolation of where it was
  ///     written. If it throws, the promise is rejected with its error.
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

  /// Creates a promise that is fulfilled when a closure has been called with each element of an asynchronous sequence.
  ///
  /// - Parameters:
  ///   - sequence: The sequence.
  ///   - body: Called with each element, with the isolation of where it was written. The next element is requested when it
  ///     has returned. If it throws, the iteration ends and the promise is rejected with its error.
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
