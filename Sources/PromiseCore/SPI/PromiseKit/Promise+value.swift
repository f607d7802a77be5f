extension Promise where Value == Void {
  /// A promise that is already fulfilled.
  @_spi(PromiseKit) @available(*, deprecated, message: "Write `Promise()`.")
  public static var value: Promise<Void> { Promise() }
}

extension Guarantee where Value == Void {
  /// A guarantee that is already fulfilled.
  @_spi(PromiseKit) @available(*, deprecated, message: "Write `Guarantee()`.")
  public static var value: Guarantee<Void> { Guarantee() }
}
