#if canImport(ObjectiveC)
  import ObjectiveC
  public import PromiseCore

  /// Returns a guarantee that is fulfilled when an object is deallocated.
  ///
  /// The guarantee does not retain the object. Canceling the guarantee has no effect.
  ///
  /// - Parameter object: The object.
  /// - Returns: A guarantee that is fulfilled while the object is being deallocated, on the thread that releases it.
  public func after(
    life object: AnyObject, file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Void> {
    let (guarantee, resolve) = Guarantee<Void>.pending(file: file, line: line)
    let sentinel = Sentinel(resolve)
    // The address of the sentinel is a unique key, because the object retains the sentinel for the rest of its life.
    objc_setAssociatedObject(
      object, Unmanaged.passUnretained(sentinel).toOpaque(), sentinel, .OBJC_ASSOCIATION_RETAIN)
    return guarantee
  }

  /// An object that calls a function when it is released.
  private final class Sentinel {
    private let resolve: @Sendable (()) -> Void

    init(_ resolve: @escaping @Sendable (()) -> Void) { self.resolve = resolve }

    deinit { resolve(()) }
  }
#endif
