// `when(fulfilled: a, b).done { a, b in print(a.name, b.size) }` needs what is below: the compiler (6.3) does not
// type-check a closure of one expression like this one right behind a function that returns a pack, and says something
// misleading. Everything comes down to the forms with packs, which take any number. Like those, the forms for promises are
// disfavored, so that promises without a value have no tuple.

/// Waits for two promises of different types: a promise of a tuple. From PromiseKit.
@_documentation(visibility: internal) @_disfavoredOverload
@_alwaysEmitIntoClient
public func when<A: Thenable, B: Thenable>(
  fulfilled a: A, _ b: B, file: StaticString = #fileID, line: UInt = #line
) -> Promise<(A.Value, B.Value)> { whenTuple(CreationSite(file, line), a, b) }

/// Waits for three promises of different types: a promise of a tuple. From PromiseKit.
@_documentation(visibility: internal) @_disfavoredOverload
@_alwaysEmitIntoClient
public func when<A: Thenable, B: Thenable, C: Thenable>(
  fulfilled a: A, _ b: B, _ c: C, file: StaticString = #fileID, line: UInt = #line
) -> Promise<(A.Value, B.Value, C.Value)> { whenTuple(CreationSite(file, line), a, b, c) }

/// Waits for four promises of different types: a promise of a tuple. From PromiseKit.
@_documentation(visibility: internal) @_disfavoredOverload
@_alwaysEmitIntoClient
public func when<A: Thenable, B: Thenable, C: Thenable, D: Thenable>(
  fulfilled a: A, _ b: B, _ c: C, _ d: D, file: StaticString = #fileID, line: UInt = #line
) -> Promise<(A.Value, B.Value, C.Value, D.Value)> { whenTuple(CreationSite(file, line), a, b, c, d) }

/// Waits for five promises of different types: a promise of a tuple. From PromiseKit.
@_documentation(visibility: internal) @_disfavoredOverload
@_alwaysEmitIntoClient
public func when<A: Thenable, B: Thenable, C: Thenable, D: Thenable, E: Thenable>(
  fulfilled a: A, _ b: B, _ c: C, _ d: D, _ e: E, file: StaticString = #fileID, line: UInt = #line
) -> Promise<(A.Value, B.Value, C.Value, D.Value, E.Value)> { whenTuple(CreationSite(file, line), a, b, c, d, e) }

/// Waits for two guarantees of different types: a guarantee of a tuple. From PromiseKit.
@_documentation(visibility: internal)
@_alwaysEmitIntoClient
public func when<A, B>(
  guarantees a: Guarantee<A>, _ b: Guarantee<B>, file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<(A, B)> { guaranteeTuple(CreationSite(file, line), a, b) }

/// Waits for three guarantees of different types: a guarantee of a tuple. From PromiseKit.
@_documentation(visibility: internal)
@_alwaysEmitIntoClient
public func when<A, B, C>(
  guarantees a: Guarantee<A>, _ b: Guarantee<B>, _ c: Guarantee<C>, file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<(A, B, C)> { guaranteeTuple(CreationSite(file, line), a, b, c) }

/// Waits for four guarantees of different types: a guarantee of a tuple. From PromiseKit.
@_documentation(visibility: internal)
@_alwaysEmitIntoClient
public func when<A, B, C, D>(
  guarantees a: Guarantee<A>, _ b: Guarantee<B>, _ c: Guarantee<C>, _ d: Guarantee<D>, file: StaticString = #fileID,
  line: UInt = #line
) -> Guarantee<(A, B, C, D)> { guaranteeTuple(CreationSite(file, line), a, b, c, d) }

/// Waits for five guarantees of different types: a guarantee of a tuple. From PromiseKit.
@_documentation(visibility: internal)
@_alwaysEmitIntoClient
public func when<A, B, C, D, E>(
  guarantees a: Guarantee<A>, _ b: Guarantee<B>, _ c: Guarantee<C>, _ d: Guarantee<D>, _ e: Guarantee<E>,
  file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<(A, B, C, D, E)> { guaranteeTuple(CreationSite(file, line), a, b, c, d, e) }
