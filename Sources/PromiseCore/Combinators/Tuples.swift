// These overloads make `when(fulfilled: a, b).done { a, b in print(a.name, b.size) }` compile: version 6.3 of the
// compiler does not type-check a single-expression closure like this one after a function that returns a parameter
// pack, and its diagnostic is misleading. All overloads call the forms with parameter packs, which take any number of
// inputs.

/// Returns a promise of a tuple of the values of two promises of different types.
///
/// - Parameters:
///   - a: The first input.
///   - b: The second input.
@_documentation(visibility: internal)
@_alwaysEmitIntoClient
public func when<A: Thenable, B: Thenable>(
  fulfilled a: A, _ b: B, file: StaticString = #fileID, line: UInt = #line
) -> Promise<(A.Value, B.Value)> { whenTuple(CreationSite(file, line), a, b) }

/// Returns a promise of a tuple of the values of three promises of different types.
///
/// - Parameters:
///   - a: The first input.
///   - b: The second input.
///   - c: The third input.
@_documentation(visibility: internal)
@_alwaysEmitIntoClient
public func when<A: Thenable, B: Thenable, C: Thenable>(
  fulfilled a: A, _ b: B, _ c: C, file: StaticString = #fileID, line: UInt = #line
) -> Promise<(A.Value, B.Value, C.Value)> { whenTuple(CreationSite(file, line), a, b, c) }

/// Returns a promise of a tuple of the values of four promises of different types.
///
/// - Parameters:
///   - a: The first input.
///   - b: The second input.
///   - c: The third input.
///   - d: The fourth input.
@_documentation(visibility: internal)
@_alwaysEmitIntoClient
public func when<A: Thenable, B: Thenable, C: Thenable, D: Thenable>(
  fulfilled a: A, _ b: B, _ c: C, _ d: D, file: StaticString = #fileID, line: UInt = #line
) -> Promise<(A.Value, B.Value, C.Value, D.Value)> { whenTuple(CreationSite(file, line), a, b, c, d) }

/// Returns a promise of a tuple of the values of five promises of different types.
///
/// - Parameters:
///   - a: The first input.
///   - b: The second input.
///   - c: The third input.
///   - d: The fourth input.
///   - e: The fifth input.
@_documentation(visibility: internal)
@_alwaysEmitIntoClient
public func when<A: Thenable, B: Thenable, C: Thenable, D: Thenable, E: Thenable>(
  fulfilled a: A, _ b: B, _ c: C, _ d: D, _ e: E, file: StaticString = #fileID, line: UInt = #line
) -> Promise<(A.Value, B.Value, C.Value, D.Value, E.Value)> { whenTuple(CreationSite(file, line), a, b, c, d, e) }

/// Returns a guarantee of a tuple of the values of two guarantees of different types.
///
/// - Parameters:
///   - a: The first input.
///   - b: The second input.
@_documentation(visibility: internal)
@_alwaysEmitIntoClient
public func when<A, B>(
  guarantees a: Guarantee<A>, _ b: Guarantee<B>, file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<(A, B)> { guaranteeTuple(CreationSite(file, line), a, b) }

/// Returns a guarantee of a tuple of the values of three guarantees of different types.
///
/// - Parameters:
///   - a: The first input.
///   - b: The second input.
///   - c: The third input.
@_documentation(visibility: internal)
@_alwaysEmitIntoClient
public func when<A, B, C>(
  guarantees a: Guarantee<A>, _ b: Guarantee<B>, _ c: Guarantee<C>, file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<(A, B, C)> { guaranteeTuple(CreationSite(file, line), a, b, c) }

/// Returns a guarantee of a tuple of the values of four guarantees of different types.
///
/// - Parameters:
///   - a: The first input.
///   - b: The second input.
///   - c: The third input.
///   - d: The fourth input.
@_documentation(visibility: internal)
@_alwaysEmitIntoClient
public func when<A, B, C, D>(
  guarantees a: Guarantee<A>, _ b: Guarantee<B>, _ c: Guarantee<C>, _ d: Guarantee<D>, file: StaticString = #fileID,
  line: UInt = #line
) -> Guarantee<(A, B, C, D)> { guaranteeTuple(CreationSite(file, line), a, b, c, d) }

/// Returns a guarantee of a tuple of the values of five guarantees of different types.
///
/// - Parameters:
///   - a: The first input.
///   - b: The second input.
///   - c: The third input.
///   - d: The fourth input.
///   - e: The fifth input.
@_documentation(visibility: internal)
@_alwaysEmitIntoClient
public func when<A, B, C, D, E>(
  guarantees a: Guarantee<A>, _ b: Guarantee<B>, _ c: Guarantee<C>, _ d: Guarantee<D>, _ e: Guarantee<E>,
  file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<(A, B, C, D, E)> { guaranteeTuple(CreationSite(file, line), a, b, c, d, e) }
