/// Makes a program that fails smaller, as long as it fails.
struct Shrinker {
  private let judge: Judge
  private let patience: Double

  init(_ judge: Judge, patience: Double) {
    self.judge = judge
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

  /// What is wrong with a program, if anything is. What depends on threads may need several tries.
  private func difference(of program: Program) -> String? {
    for _ in 0..<(program.isOneByOne ? 3 : 30) {
      if case .different(let difference) = judge.judge(program, patience: patience) { return difference }
    }
    return nil
  }

  private func candidates(_ program: Program) -> [Program] {
    program.statements.indices.reversed().compactMap { program.without($0) }
      + program.batches.indices.compactMap { program.inOneThread($0) }
      + program.statements.indices.flatMap { program.simpler($0) }
  }
}

extension Program {
  /// Whether its statements are done by one thread.
  fileprivate var isOneByOne: Bool { batches.allSatisfy { $0.threads.count < 2 } }

  /// Without a statement, and without what needs it.
  fileprivate func without(_ removed: Int) -> Program? {
    guard batches.contains(where: { $0.threads.joined().contains(removed) }) else { return nil }
    var gone: Set<Int> = [removed]
    var program = self
    for number in removed + 1..<max(removed + 1, statements.count) {
      guard let left = statements[number].without(gone) else {
        gone.insert(number)
        continue
      }
      program.statements[number] = left
    }
    for batch in batches.indices {
      program.batches[batch].threads = batches[batch].threads
        .map { $0.filter { !gone.contains($0) } }.filter { !$0.isEmpty }
    }
    program.batches.removeAll { $0.threads.isEmpty }
    return program
  }

  /// What several threads do, done one after the other.
  fileprivate func inOneThread(_ batch: Int) -> Program? {
    guard batches[batch].threads.count > 1 else { return nil }
    var program = self
    program.batches[batch].threads = [batches[batch].threads.flatMap { $0 }]
    return program
  }

  /// With one thing about a statement made simpler.
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
  /// What is left of it if some statements are gone; `nil` if it needs one of them.
  fileprivate func without(_ gone: Set<Int>) -> Statement? {
    switch self {
    case .pending, .value, .error: return self
    case .watched(let handler): return handler.without(gone).map { .watched($0) }
    case .apply(let name, let source, let place, let handler):
      guard !gone.contains(source), let left = handler.without(gone) else { return nil }
      return .apply(name, of: source, at: place, left)
    case .work(let work, let place, let handler): return handler.without(gone).map { .work(work, at: place, $0) }
    case .join(let join, let members):
      let left = members.filter { !gone.contains($0) }
      return left.count == members.count || !left.isEmpty && join.arity == nil ? .join(join, of: left) : nil
    case .wait(let source, _), .release(let source): return gone.contains(source) ? nil : self
    case .act(let act): return act.needs(gone) ? nil : self
    }
  }

  fileprivate var simpler: [Statement] {
    switch self {
    case .apply(let name, let source, let place, let handler):
      (place == .inline
        ? [] : [.apply(name, of: source, at: .inline, handler)].filter { _ in !handler.needsItself })
        + handler.simpler.map { .apply(name, of: source, at: place, $0) }
    case .work(let work, let place, let handler): handler.simpler.map { .work(work, at: place, $0) }
    case .watched(let handler): [.pending] + handler.simpler.map { .watched($0) }
    default: []
    }
  }
}

extension Handler {
  fileprivate func without(_ gone: Set<Int>) -> Handler? {
    switch result {
    case .promise(let other), .derived(let other): if gone.contains(other) { return nil }
    case .value, .error, .itself: break
    }
    return Handler(acts: acts.filter { !$0.needs(gone) }, result)
  }

  fileprivate var simpler: [Handler] {
    acts.indices.map { index in
      var simpler = self
      simpler.acts.remove(at: index)
      return simpler
    }
  }
}

extension Act {
  func needs(_ gone: Set<Int>) -> Bool { object.map { gone.contains($0) } ?? false }

  /// The statement that made what it is done to.
  var object: Int? {
    switch self {
    case .fulfill(let object, _), .reject(let object, _), .abandon(let object), .cancel(let object),
      .cancelTask(let object), .attach(let object):
      object
    case .cancelOwn: nil
    }
  }
}
