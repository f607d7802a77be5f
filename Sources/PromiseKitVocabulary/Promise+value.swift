public import PromiseCore

extension Promise where Value == Void {
  /// A promise that is already fulfilled. Use `Promise()`.
  @_spi(PromiseKit) @available(*, deprecated, message: "Use `Promise()`.")
  public static var value: Promise<Void> { Promise() }
}

extension Guarantee where Value == Void {
  /// A guarantee that is already fulfilled. Use `Guarantee()`.
  @_spi(PromiseKit) @available(*, deprecated, message: "Use `Guarantee()`.")
  public static var value: Guarantee<Void> { Guarantee() }
}
