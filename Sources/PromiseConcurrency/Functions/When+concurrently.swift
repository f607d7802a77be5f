/// Calls an `async` function with one item after another, with at most so many calls at work, and waits for all.
///
/// ```swift
/// when(fulfilled: urls, concurrently: 4) { try await load($0) }.done { show($0) }
/// ```
///
/// - Parameters:
///   - items: What to call it with; asked for the next item when there is room for it, by one thread at a time.
///   - concurrently: How many calls may be at work. Less than one: rejected with `PromiseError.badInput`.
///   - body: Called with an item, in a task with the isolation of where it was written. What it throws rejects the
///     combined; no further call is made then.
///   - file: Where the promise is made, for reports.
///   - line: Likewise.
/// - Returns: A promise of what was returned, in the order of the items. Cancelling it cancels the calls at work, and
///   makes no more.
@preconcurrency @_disfavoredOverload
public func when<Items: Sequence & Sendable, U: Sendable>(
  fulfilled items: Items, concurrently: Int,
  @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Items.Element) async throws -> U,
  file: StaticString = #fileID, line: UInt = #line
) -> Promise<[U]> where Items.Element: Sendable {
  when(
    fulfilled: calls(of: body, with: items, CreationSite(file, line)), concurrently: concurrently, file: file,
    line: line)
}

/// Calls an `async` function with one item after another, with at most so many calls at work, and waits until all have
/// returned or thrown.
///
/// As `when(fulfilled:concurrently:)`, but an error ends nothing.
///
/// - Parameters:
///   - items: What to call it with.
///   - concurrently: How many calls may be at work. Less than one: the one failure `PromiseError.badInput`.
///   - body: Called with an item, in a task with the isolation of where it was written.
///   - file: Where the guarantee is made, for reports.
///   - line: Likewise.
/// - Returns: A guarantee of the outcomes, in the order of the items. Cancelling it cancels the calls at work, and makes
///   no more: it is fulfilled with the outcomes there are.
@preconcurrency @_disfavoredOverload
public func when<Items: Sequence & Sendable, U: Sendable>(
  resolved items: Items, concurrently: Int,
  @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Items.Element) async throws -> U,
  file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<[Result<U, any Error>]> where Items.Element: Sendable {
  when(
    resolved: calls(of: body, with: items, CreationSite(file, line)), concurrently: concurrently, file: file, line: line
  )
}

/// Calls an `async` function that returns a promise with one item after another, with at most so many at work.
///
/// As the form that returns a value. A call is at work until its promise is settled.
@preconcurrency @_disfavoredOverload
public func when<Items: Sequence & Sendable, U: Thenable>(
  fulfilled items: Items, concurrently: Int,
  @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Items.Element) async throws -> U,
  file: StaticString = #fileID, line: UInt = #line
) -> Promise<[U.Value]> where Items.Element: Sendable {
  let promises = promises(of: body, with: items, CreationSite(file, line))
  return when(fulfilled: promises, concurrently: concurrently, file: file, line: line)
}

/// Calls an `async` function that returns a promise with one item after another, until all are settled.
///
/// As the form that returns a value. A call is at work until its promise is settled.
@preconcurrency @_disfavoredOverload
public func when<Items: Sequence & Sendable, U: Thenable>(
  resolved items: Items, concurrently: Int,
  @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Items.Element) async throws -> U,
  file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<[Result<U.Value, any Error>]> where Items.Element: Sendable {
  let promises = promises(of: body, with: items, CreationSite(file, line))
  return when(resolved: promises, concurrently: concurrently, file: file, line: line)
}

private func calls<Items: Sequence & Sendable, U: Sendable>(
  of body: @escaping @isolated(any) @Sendable (Items.Element) async throws -> U, with items: Items, _ site: CreationSite
) -> some IteratorProtocol<Promise<U>> where Items.Element: Sendable {
  items.lazy.map { item in Promise(byTaskOn: body.isolation, site) { _ in try await body(item) } }.makeIterator()
}

private func promises<Items: Sequence & Sendable, U: Thenable>(
  of body: @escaping @isolated(any) @Sendable (Items.Element) async throws -> U, with items: Items, _ site: CreationSite
) -> some IteratorProtocol<Promise<U.Value>> where Items.Element: Sendable {
  items.lazy.map { item in Promise(adoptingTaskOn: body.isolation, site) { _ in try await body(item) } }
    .makeIterator()
}
