public import PromiseCore

// An extension of the protocol, as that of `value` in the main API: with one of `Promise`, which requires values to be
// `Sendable`, the compiler would prefer the main API for `Promise<Any?>`.

@_spi(GooglePromises)
extension Thenable where Value: OptionalValue {
  /// The value, or `nil` if the thenable is not fulfilled or is fulfilled with `nil`. The property is a snapshot.
  @available(
    *, deprecated,
    message:
      "Check `isFulfilled` instead of comparing with `nil`. Without `@_spi(GooglePromises)`, `value` is a double optional, and `nil` means only that the promise is not fulfilled."
  )
  @_alwaysEmitIntoClient
  public var value: Value.Wrapped? { (try? result?.get())?.optional }
}

/// A type that is an optional.
@_spi(GooglePromises) public protocol OptionalValue<Wrapped> {
  /// The type of the wrapped value.
  associatedtype Wrapped
  /// The optional itself.
  var optional: Wrapped? { get }
}

@_spi(GooglePromises) extension Optional: OptionalValue {
  /// The optional itself.
  @_alwaysEmitIntoClient
  public var optional: Wrapped? { self }
}
