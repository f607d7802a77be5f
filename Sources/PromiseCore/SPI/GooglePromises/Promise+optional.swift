@_spi(GooglePromises)
extension Promise where Value: OptionalValue {
  /// The value; `nil` as well if the promise was fulfilled with `nil`.
  @available(
    *, deprecated,
    message:
      "Check `isFulfilled`. Without `@_spi(GooglePromises)`, the value is a double optional, and `nil` means that the promise is not fulfilled."
  )
  @_alwaysEmitIntoClient
  public var value: Value.Wrapped? { (try? result?.get())?.optional }
}

/// An optional.
@_spi(GooglePromises) public protocol OptionalValue<Wrapped> {
  /// The type of the value that there may be.
  associatedtype Wrapped
  /// The optional itself.
  var optional: Wrapped? { get }
}

@_spi(GooglePromises) extension Optional: OptionalValue {
  /// The optional itself.
  @_alwaysEmitIntoClient
  public var optional: Wrapped? { self }
}
