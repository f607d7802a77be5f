/// A queue, first in, first out, that needs no allocation as long as it holds at most one element.
package struct Fifo<Element> {
  private var first: Element?
  private var rest: [Element?] = []
  private var head = 0

  package init() {}

  /// Adds an element at the end. Complexity: amortised O(1).
  package mutating func append(_ element: Element) {
    if first == nil, head == rest.count {
      first = element
    } else {
      rest.append(element)
    }
  }

  /// Removes and returns the oldest element. Complexity: amortised O(1).
  package mutating func popFirst() -> Element? {
    if let element = first.take() { return element }
    guard head < rest.count else { return nil }
    defer {
      head += 1
      if head == rest.count {
        rest.removeAll(keepingCapacity: true)
        head = 0
      }
    }
    return rest[head].take()
  }
}

extension Fifo: Sendable where Element: Sendable {}
