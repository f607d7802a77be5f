extension Promise where Value == Void {
  /// A promise that is fulfilled already. From PromiseKit.
  @_spi(PromiseKit) @available(*, deprecated, message: "write Promise()")
  public static var value: Promise<Void> { Promise() }
}
