/// A first-in, first-out queue that allocates nothing while it holds at most one element.
///
/// The memory that it uses is proportional to the number of its elements, also if it is never empty: the places of
/// elements that have been removed are reclaimed when they are more than half of all.
package struct FIFOQueue<Element> {
  /// The oldest element; `nil` if the queue is empty.
  private var first: Element?
  /// The elements behind the first one, from `head` on. `nil` rather than empty, so that creating and destroying a queue
  /// costs next to nothing.
  private var rest: [Element?]?
  private var head = 0

  package init() {}

  package var isEmpty: Bool { first == nil }

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

  /// The number of removed elements below which their places are not reclaimed.
  private static var minimumCompaction: Int { 32 }

  /// Reclaims the places of removed elements. At most as many elements are moved as have been removed since the last
  /// time, so the cost of a removal is constant on average.
  @inline(never)
  private mutating func compact() {
    let remaining = max(rest!.count - head, Self.minimumCompaction)
    if rest!.capacity > remaining * 4 {
      rest = Array(rest![head...])
    } else {
      rest!.removeFirst(head)
    }
    head = 0
  }
}

extension FIFOQueue: Sendable where Element: Sendable {}
