/// A first-in, first-out queue that allocates nothing while it holds at most one element.
///
/// The memory that the queue uses is proportional to the number of its elements, even if it is never empty: the storage
/// of removed elements is reclaimed when it is at least half of the total.
///
/// Invariants: if `first` is `nil`, the queue is empty and `rest` is `nil`. The elements of `rest` before `head` are
/// `nil`, the others are not.
package struct FIFOQueue<Element> {
  /// The oldest element, or `nil` if the queue is empty.
  private var first: Element?
  /// The elements after the first one, from `head` on. `nil` rather than empty, so that creating and destroying a queue
  /// costs next to nothing.
  private var rest: [Element?]?
  private var head = 0

  package init() {}

  package var isEmpty: Bool { first == nil }

  /// The number of elements.
  package var count: Int { first == nil ? 0 : 1 + (rest?.count ?? 0) - head }

  /// The number of elements for which memory is allocated, apart from the queue itself.
  package var capacity: Int { rest?.capacity ?? 0 }

  /// Adds an element at the end.
  ///
  /// - Complexity: Amortized O(1).
  package mutating func append(_ element: consuming Element) {
    if first == nil { first = consume element } else { appendToRest(element) }
  }

  @inline(never)
  private mutating func appendToRest(_ element: consuming Element) {
    if rest == nil { rest = [consume element] } else { rest!.append(consume element) }
  }

  /// Calls `body` with each element, the oldest first.
  func forEach(_ body: (Element) -> Void) {
    guard let first else { return }
    body(first)
    guard let rest else { return }
    for index in head..<rest.count { if let element = rest[index] { body(element) } }
  }

  /// Removes and returns the oldest element.
  ///
  /// - Complexity: Amortized O(1).
  package mutating func popFirst() -> Element? {
    guard first != nil, let element = first.take() else { return nil }
    if rest != nil { first = popFirstOfRest() }
    return element
  }

  @inline(never)
  private mutating func popFirstOfRest() -> Element? {
    let element = rest![head].take()
    head += 1
    if head == rest!.count {
      rest = nil
      head = 0
    } else if head >= Self.minimumCompaction, head * 2 >= rest!.count {
      compact()
    }
    return element
  }

  /// The number of removed elements below which their storage is not reclaimed.
  private static var minimumCompaction: Int { 32 }

  /// Reclaims the storage of removed elements. This moves no more elements than have been removed since the last call, and
  /// growing the new storage moves them again, so the cost of a removal is amortized constant.
  @inline(never)
  private mutating func compact() {
    // A loop, because `Array(rest[head...])` and `removeFirst(head)` are 600 bytes of code for each type of element.
    var remaining: [Element?] = []
    for index in head..<rest!.count { remaining.append(rest![index].take()) }
    rest = remaining
    head = 0
  }
}

extension FIFOQueue: Sendable where Element: Sendable {}
