/// Sixteen bytes in which an outcome is kept, whatever its type: in place if it fits, in a box of its own if not.
///
/// Why not `Result<Value, Failure>?`: a class with such a property is laid out, and cleaned up, by way of the runtime's
/// metadata of that type, which costs several hundred instructions for each promise that is released. And a tag of its
/// own would make a promise of an integer larger than 64 bytes.
///
/// Whoever keeps a slot knows whether there is something in it, and of which type.
@usableFromInline
package struct Slot: Sendable {
  @usableFromInline var words: (UInt64, UInt64) = (0, 0)

  @inlinable
  package init() {}

  @inlinable @inline(__always)
  static func fits<T>(_ type: T.Type) -> Bool {
    MemoryLayout<T>.size <= 16 && MemoryLayout<T>.alignment <= MemoryLayout<UInt64>.alignment
  }

  /// Keeps a value in an empty slot.
  @inlinable @inline(__always)
  mutating func put<T>(_ value: T) {
    withUnsafeMutablePointer(to: &words) { words in
      let address = UnsafeMutableRawPointer(words)
      if Self.fits(T.self) {
        address.initializeMemory(as: T.self, to: value)
      } else {
        let box = UnsafeMutablePointer<T>.allocate(capacity: 1)
        box.initialize(to: value)
        address.initializeMemory(as: UnsafeMutablePointer<T>.self, to: box)
      }
    }
  }

  /// Keeps an error.
  @inlinable @inline(__always)
  mutating func put(error: any Error) { put(error as any Error) }  // `as`, so that it is not opened

  /// The error in the slot.
  @inlinable @inline(__always)
  var error: any Error { value(as: (any Error).self) }

  /// The value in the slot.
  @inlinable @inline(__always)
  func value<T>(as type: T.Type) -> T {
    withUnsafeBytes(of: words) { bytes in
      if Self.fits(T.self) { return bytes.baseAddress!.assumingMemoryBound(to: T.self).pointee }
      return bytes.baseAddress!.assumingMemoryBound(to: UnsafeMutablePointer<T>.self).pointee.pointee
    }
  }

  /// Lets go of the value in the slot.
  @inlinable @inline(__always)
  mutating func empty<T>(of type: T.Type) {
    if Self.fits(T.self), _isPOD(T.self) { return }
    withUnsafeMutablePointer(to: &words) { words in
      let address = UnsafeMutableRawPointer(words)
      if Self.fits(T.self) {
        address.assumingMemoryBound(to: T.self).deinitialize(count: 1)
      } else {
        let box = address.assumingMemoryBound(to: UnsafeMutablePointer<T>.self).pointee
        box.deinitialize(count: 1)
        box.deallocate()
      }
    }
  }
}
