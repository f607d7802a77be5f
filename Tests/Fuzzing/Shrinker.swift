/// Makes a failing program smaller as long as it still fails.
struct Shrinker {
  private let tester: DifferentialTester
  private let patience: Double

  init(_ tester: DifferentialTester, patience: Double) {
    self.tester = tester
    self.patience = patience
  }

  func shrink(_ program: Program, _ difference: String) -> (Program, String) {
    var smallest = program
    var reason = difference
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      for candidate in candidates(smallest) {
        guard let difference = self.difference(of: candidate) else { continue }
        smallest = candidate
        reason = difference
        isSmaller = true
        break
      }
    }
    return (smallest, reason)
  }

  /// Returns the difference between a program and the model, or `nil` if there is none. A race may take several
  /// attempts to occur.
  private func difference(of program: Program) -> String? {
    for _ in 0..<(program.isSequential ? 3 : 30) {
      if case .different(let difference) = tester.test(program, patience: patience) { return difference }
    }
    return nil
  }

  private func candidates(_ program: Program) -> [Program] {
    program.statements.indices.reversed().compactMap { program.without($0) }
      + program.batches.indices.compactMap { program.inOneThread($0) }
      + program.statements.indices.flatMap { program.simpler($0) }
      + program.scoped.sorted().map { program.unscoped($0) }
  }
}

extension Program {
  /// Whether one thread executes all statements.
  fileprivate var isSequential: Bool { batches.allSatisfy { $0.threads.count < 2 } }

  /// Returns the program without a statement and without the statements that depend on it.
  fileprivate func without(_ removed: Int) -> Program? {
    guard batches.contains(where: { $0.threads.joined().contains(removed) }) else { return nil }
    var gone: Set<Int> = [removed]
    var program = self
    for number in removed + 1..<max(removed + 1, statements.count) {
      guard let rest = statements[number].without(gone) else {
        gone.insert(number)
        continue
      }
      program.statements[number] = rest
    }
    for batch in batches.indices {
      program.batches[batch].threads = batches[batch].threads
        .map { $0.filter { !gone.contains($0) } }.filter { !$0.isEmpty }
    }
    program.batches.removeAll { $0.threads.isEmpty }
    return program
  }

  /// Returns the program with the statements of several threads executed one after another.
  fileprivate func inOneThread(_ batch: Int) -> Program? {
    guard batches[batch].threads.count > 1 else { return nil }
    var program = self
    program.batches[batch].threads = [batches[batch].threads.flatMap { $0 }]
    return program
  }

  /// Returns the program with a statement executed outside of a scope.
  fileprivate func unscoped(_ number: Int) -> Program {
    var program = self
    program.scoped.remove(number)
    return program
  }

  /// Returns programs with one aspect of a statement simplified.
  fileprivate func simpler(_ number: Int) -> [Program] {
    guard batches.contains(where: { $0.threads.joined().contains(number) }) else { return [] }
    return statements[number].simpler.map { simpler in
      var program = self
      program.statements[number] = simpler
      return program
    }
  }
}

extension Statement {
  /// Returns the rest of the statement after other statements were removed, or `nil` if it needs one of them.
  fileprivate func without(_ gone: Set<Int>) -> Statement? {
    switch self {
    case .pending, .pendingGuarantee, .timer, .foreign, .value, .error: return self
    case .watched(let handler): return handler.without(gone).map { .watched($0) }
    case .apply(let name, let source, let executor, let handler):
      guard !gone.contains(source), let rest = handler.without(gone) else { return nil }
      return .apply(name, of: source, at: executor, rest)
    case .work(let work, let executor, let handler): return handler.without(gone).map { .work(work, at: executor, $0) }
    case .combine(let combinator, let members):
      let rest = members.filter { !gone.contains($0) }
      return rest.count == members.count || !rest.isEmpty && combinator.arity == nil
        ? .combine(combinator, of: rest) : nil
    case .iterate(let sources, let order, let stopsAfterFirst):
      let rest = sources.filter { !gone.contains($0) }
      return rest.isEmpty ? nil : .iterate(over: rest, order, stopsAfterFirst: stopsAfterFirst)
    case .wait(let source, _), .release(let source): return gone.contains(source) ? nil : self
    case .pipe(let source, let handler):
      return gone.contains(source) ? nil : handler.without(gone).map { .pipe(of: source, $0) }
    case .followProgress(let source, _), .setWeight(let source, _): return gone.contains(source) ? nil : self
    case .act(let action): return action.needs(gone) ? nil : self
    }
  }

  fileprivate var simpler: [Statement] {
    switch self {
    case .apply(let name, let source, let executor, let handler):
      (executor == .inline
        ? [] : [.apply(name, of: source, at: .inline, handler)].filter { _ in !handler.needsItself })
        + handler.simpler.map { .apply(name, of: source, at: executor, $0) }
    case .work(let work, let executor, let handler): handler.simpler.map { .work(work, at: executor, $0) }
    case .iterate(let sources, let order, let stopsAfterFirst):
      sources.indices.filter { _ in sources.count > 1 }.map { index in
        var rest = sources
        rest.remove(at: index)
        return .iterate(over: rest, order, stopsAfterFirst: stopsAfterFirst)
      }
    case .watched(let handler): [.pending] + handler.simpler.map { .watched($0) }
    case .pipe(let source, let handler): handler.simpler.map { .pipe(of: source, $0) }
    default: []
    }
  }
}

extension Handler {
  fileprivate func without(_ gone: Set<Int>) -> Handler? {
    if let returned, gone.contains(returned) { return nil }
    return Handler(actions: actions.filter { !$0.needs(gone) }, result)
  }

  fileprivate var simpler: [Handler] {
    actions.indices.map { index in
      var simpler = self
      simpler.actions.remove(at: index)
      return simpler
    }
  }
}

extension Action {
  func needs(_ gone: Set<Int>) -> Bool { object.map { gone.contains($0) } ?? false }

  /// The statement that created the object of the action.
  var object: Int? {
    switch self {
    case .fulfill(let object, _), .reject(let object, _), .report(let object, _), .abandon(let object),
      .fire(let object),
      .cancel(let object), .cancelTask(let object), .attach(let object):
      object
    case .cancelOwn, .cancelAll: nil
    }
  }
}
