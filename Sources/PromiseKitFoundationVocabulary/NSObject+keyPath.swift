#if canImport(ObjectiveC)
  public import Foundation
  public import PromiseCore

  extension NSObject {
    /// Returns a guarantee of the next value of a property that supports key-value observing.
    ///
    /// - Parameters:
    ///   - namespace: The value `.promise`.
    ///   - keyPath: The name of the property.
    /// - Returns: A guarantee of the new value. The compiler cannot check that it is `Sendable`.
    @_spi(PromiseKit)
    @available(*, deprecated, message: "Use a key path, as in `observe(.promise, keyPath: \\.title)`.")
    public func observe(_ namespace: PromiseNamespace, keyPath: String) -> Guarantee<(any Sendable)?> {
      let (guarantee, resolve) = Guarantee<(any Sendable)?>.pending()
      addObserver(NamedObserver(resolve), forKeyPath: keyPath, options: .new, context: nil)
      return guarantee
    }
  }

  /// An observer of one change. It retains itself until then.
  private final class NamedObserver: NSObject {
    private var selfWhileObserving: NamedObserver?
    private let resolve: @Sendable ((any Sendable)?) -> Void

    init(_ resolve: @escaping @Sendable ((any Sendable)?) -> Void) {
      self.resolve = resolve
      super.init()
      selfWhileObserving = self
    }

    override func observeValue(
      forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
      context: UnsafeMutableRawPointer?
    ) {
      if let keyPath { (object as? NSObject)?.removeObserver(self, forKeyPath: keyPath) }
      selfWhileObserving = nil
      // `Sendable` has no representation at run time, so this only changes the type.
      resolve(unsafeBitCast(change?[.newKey], to: (any Sendable)?.self))
    }
  }
#endif
