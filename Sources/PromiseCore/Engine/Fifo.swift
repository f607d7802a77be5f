/// A queue, first in, first out, that needs no allocation as long as it holds at most one element.
package struct Fifo<Element> {
  private var first: Element?
  /// Those behind the first one; `nil` instead of empty, so that to make and to drop a queue costs next to nothing.
  private var rest: [Element?]?
  private var head = 0

  package init() {}

  package var isEmpty: Bool { first == nil && rest == nil }

  /// Adds an element at the end. Complexity: amortised O(1).
  package mutating func append(_ element: consuming Element) {
    if rest != nil {
      rest!.append(consume element)
    } else if first != nil {
      rest = [consume element]
    } else {
      first = consume element
    }
  }

  /// Removes and returns the oldest element. Complexity: amortised O(1).
  package mutating func popFirst() -> Element? {
    if let element = first.take() { return element }
    guard rest != nil else { return nil }
    let element = rest![head].take()
    head += 1
    if head == rest!.count {
      rest = nil
      head = 0
    }
    return element
  }
}

extension Fifo: Sendable where Element: Sendable {}
