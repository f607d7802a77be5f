package import PromiseCore

/// Where an object holds what the engine uses: the offsets of its header and, if it is derived, of its reaction.
package struct PromiseLayout: Equatable {
  private let header: Int
  private let reaction: Int?

  private static let word = MemoryLayout<Int>.size
  /// The header follows the two words of an object of Swift.
  package static let expected = PromiseLayout(header: 2 * word, reaction: nil)
  /// The reaction follows the header: the class above has no other stored property.
  package static let expectedOfDerived = PromiseLayout(
    header: 2 * word, reaction: 2 * word + MemoryLayout<PromiseHeader>.size(roundedUpTo: Reaction?.self))

  private init(header: Int, reaction: Int?) {
    self.header = header
    self.reaction = reaction
  }

  package init<Value>(of promise: Promise<Value>) {
    header = withUnsafePointer(to: &promise.header) { $0 - promise }
    reaction = nil
  }

  package init<Value>(of guarantee: Guarantee<Value>) {
    header = withUnsafePointer(to: &guarantee.header) { $0 - guarantee }
    reaction = nil
  }

  package init<Value>(ofDerived promise: DerivedPromise<Value>) {
    header = withUnsafePointer(to: &promise.header) { $0 - promise }
    reaction = withUnsafePointer(to: &promise.reaction) { $0 - promise }
  }

  package init<Value>(ofDerived guarantee: DerivedGuarantee<Value>) {
    header = withUnsafePointer(to: &guarantee.header) { $0 - guarantee }
    reaction = withUnsafePointer(to: &guarantee.reaction) { $0 - guarantee }
  }
}

/// Returns the offset of a stored property in an object.
private func - <Property: ~Copyable>(property: UnsafePointer<Property>, object: AnyObject) -> Int {
  UnsafeRawPointer(property) - UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
}

extension MemoryLayout where T: ~Copyable {
  /// The size, rounded up so that a value of another type can follow.
  fileprivate static func size<Next>(roundedUpTo next: Next.Type) -> Int {
    let alignment = MemoryLayout<Next>.alignment
    return (size + alignment - 1) / alignment * alignment
  }
}
