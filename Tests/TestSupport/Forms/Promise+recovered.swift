package import PromiseConcurrency

extension Promise<[Int]> {
  /// A guarantee derived from this promise, which recovers from every error. Forms of a guarantee derive from it.
  package func recovered(file: StaticString = #fileID, line: UInt = #line) -> Guarantee<[Int]> {
    recover(on: nil, { _ in .value([7]) }, file: file, line: line)
  }
}

/// Returns a promise that stays pending until it is canceled.
package func pending() -> Promise<[Int]> {
  Promise { resolver in resolver.onCancel { withExtendedLifetime(resolver) {} } }
}

/// Returns a guarantee that stays pending until it is canceled.
package func never() -> Guarantee<[Int]> { after(seconds: .infinity).map(on: nil) { [] } }
