import PromiseConcurrency

/// The values over which a task iterates: unchanged if they have one type, and as promises otherwise.
enum Iterated: Sendable {
  case promises([Promise<Int>])
  case guarantees([Guarantee<Int>])
  case ticks([Guarantee<Void>])
  case foreign([ForeignThenable])

  init(_ values: [Vertex]) {
    let guarantees = values.compactMap(\.asGuarantee)
    let ticks = values.compactMap(\.asTick)
    let thenables = values.compactMap(\.asForeign)
    switch values.count {
    case guarantees.count: self = .guarantees(guarantees)
    case ticks.count: self = .ticks(ticks)
    case thenables.count: self = .foreign(thenables)
    default: self = .promises(values.map(\.promise))
    }
  }

  func iterate(_ order: IterationOrder, stopsAfterFirst: Bool, _ body: (Int) -> Void) async throws {
    switch self {
    case .promises(let all): try await Self.iterate(over: all, order, stopsAfterFirst, body)
    case .guarantees(let all): try await Self.iterate(over: all, order, stopsAfterFirst, body)
    case .ticks(let all): try await Self.iterate(over: all, order, stopsAfterFirst, body)
    case .foreign(let all): try await Self.iterate(over: all, order, stopsAfterFirst, body)
    }
  }

  private static func iterate<Member: Thenable>(
    over members: [Member], _ order: IterationOrder, _ stopsAfterFirst: Bool, _ body: (Int) -> Void
  ) async throws {
    for try await value in order == .input ? members.inInputOrder : members.inCompletionOrder {
      body(asNumber(value))
      if stopsAfterFirst { break }
    }
  }
}
