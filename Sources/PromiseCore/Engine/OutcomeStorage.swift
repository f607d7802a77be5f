/// Storage of sixteen bytes for an outcome of any type: in place if the outcome fits, in a box otherwise.
///
/// A property of the type `Result<Value, Failure>?` would cost more. The runtime lays out a class with such a property,
/// and releases the property, by means of the type's metadata, which takes several hundred instructions for each
/// promise. Its tag would also make a promise of an integer larger than 64 bytes.
///
/// The owner must keep track of whether the storage is filled, and with a value of which type: `AnyPromise` does so
/// with its flags. The storage is filled once and cleared once. Copying the structure does not retain its content, so
/// only one copy may be cleared: the promise's if `settle` succeeds, and the caller's otherwise.
///
/// | Flags of the promise | Content |
/// | --- | --- |
/// | `fulfilled` | a value |
/// | `rejected`, `neverSettles` | an `any Error` |
/// | none of these | nothing |
@usableFromInline
package struct OutcomeStorage: Sendable {
  @usableFromInline var words: (UInt64, UInt64) = (0, 0)  // equivalent constant: Empty storage is not read.

  @inlinable
  package init() {}

  /// Returns whether values of a type are stored in place.
  ///
  /// The storage moves as two integers, so a value in place must be bitwise takable. A weak reference to an Objective-C
  /// object, or a C++ object that registers its own address, is not: it is stored in a box, which does not move.
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
        // equivalent constant: The rest of the memory would not be used.
        let box = UnsafeMutablePointer<T>.allocate(capacity: 1)
        box.initialize(to: value)
        address.initializeMemory(as: UnsafeMutablePointer<T>.self, to: box)
      }
    }
  }

  /// Fills empty storage with an error.
  @inlinable @inline(__always)
  mutating func fill(error: any Error) { fill(error as any Error) }  // `as` keeps the existential unopened

  /// The error in the storage.
  @inlinable @inline(__always)
  package var error: any Error { value(as: (any Error).self) }

  /// Returns a copy of the value in the storage.
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
