public import Foundation
public import PromiseCore

extension PromiseError: LocalizedError {
  /// The description of the error, which `localizedDescription` returns.
  @_disfavoredOverload  // so that PromiseKit's own form is preferred where its SPI is imported
  public var errorDescription: String? { description }
}
