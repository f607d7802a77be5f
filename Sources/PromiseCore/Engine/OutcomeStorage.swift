/// Sixteen bytes that hold the outcome of a promise, whatever its type: in place if it fits, in a box if not.
///
/// A property of the type `Result<Value, Failure>?` would cost more. A class with such a property is laid out, and its
/// property is released, by way of the runtime's metadata of that type: several hundred instructions for each promise. And
/// its tag would make a promise of an integer larger than 64 bytes.
///
/// The owner knows whether the storage is filled, and with which type.
@usableFromInline
package struct OutcomeStorage: Sendable {
  @usableFromInline var words: (UInt64, UInt64) = (0, 0)

  @inlinable
  package init() {}

  /// Whether values of a type are stored in place.
  ///
  /// The storage moves as two integers, so a value must be bitwise takable: a weak reference to an Objective-C object or
  /// a C++ object that registers its own address goes into a box, which does not move.
  @inlinable @inline(__always)
  package static func storesInPlace<T>(_ type: T.Type) -> Bool {
    MemoryLayout<T>.size <= 16 && MemoryLayout<T>.alignment <= MemoryLayout<UInt64>.alignment
      && _isBitwiseTakable(T.self)
  }

  /// Fills empty storage with a value.
  @inlinable @inline(__always)
  mutating func fill<T>(_ value: T) {
    withUnsafeMutablePointer(to: &words) { words in
      let address = UnsafeMutableRawPointer(words)
      if Self.storesInPlace(T.self) {
        address.initializeMemory(as: T.self, to: value)
      } else {
        let box = UnsafeMutablePointer<T>.allocate(capacity: 1)
        box.initialize(to: value)
        address.initializeMemory(as: UnsafeMutablePointer<T>.self, to: box)
      }
    }
  }

  /// Fills empty storage with an error.
  @inlinable @inline(__always)
  mutating func fill(error: any Error) { fill(error as any Error) }  // `as`, so that the existential is not opened

  /// The error in the storage.
  @inlinable @inline(__always)
  var error: any Error { value(as: (any Error).self) }

  /// A copy of the value in the storage.
  @inlinable @inline(__always)
  func value<T>(as type: T.Type) -> T {
    withUnsafeBytes(of: words) { bytes in
      if Self.storesInPlace(T.self) { return bytes.baseAddress!.assumingMemoryBound(to: T.self).pointee }
      return bytes.baseAddress!.assumingMemoryBound(to: UnsafeMutablePointer<T>.self).pointee.pointee
    }
  }

  /// Releases the value in the storage.
  @inlinable @inline(__always)
  mutating func clear<T>(_ type: T.Type) {
    if Self.storesInPlace(T.self), _isPOD(T.self) { return }
    withUnsafeMutablePointer(to: &words) { words in
      let address = UnsafeMutableRawPointer(words)
      if Self.storesInPlace(T.self) {
        address.assumingMemoryBound(to: T.self).deinitialize(count: 1)
      } else {
        let box = address.assumingMemoryBound(to: UnsafeMutablePointer<T>.self).pointee
        box.deinitialize(count: 1)
        box.deallocate()
      }
    }
  }
}
