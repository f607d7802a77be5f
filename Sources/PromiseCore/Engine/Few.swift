/// A list that needs no allocation as long as it holds at most one element.
///
/// Most promises have one observer and one upstream; an array would cost each of them an allocation.
package struct Few<Element> {
  fileprivate enum Storage {
    case none
    case one(Element)
    case many([Element])
  }

  private var storage = Storage.none

  package init() {}

  package init(_ element: Element) { storage = .one(element) }

  package var isEmpty: Bool {
    if case .none = storage { true } else { false }
  }

  package var count: Int {
    switch storage {
    case .none: 0
    case .one: 1
    case .many(let elements): elements.count
    }
  }

  /// Adds an element at the end. Complexity: amortised O(1).
  package mutating func append(_ element: Element) {
    switch storage {
    case .none:
      storage = .one(element)
    case .one(let first):
      storage = .many([first, element])
    case .many(var elements):
      storage = .none  // so that the array is not shared, and not copied, while it grows
      elements.append(element)
      storage = .many(elements)
    }
  }

  /// Empties the list and returns what was in it.
  package mutating func takeAll() -> Few {
    defer { storage = .none }
    return self
  }

  /// Removes and returns the elements that match. Complexity: O(*n*).
  package mutating func remove(where matches: (Element) -> Bool) -> Few {
    var kept = Few()
    var removed = Few()
    forEach { matches($0) ? removed.append($0) : kept.append($0) }
    self = kept
    return removed
  }

  /// Calls `body` with each element in order.
  package func forEach(_ body: (Element) throws -> Void) rethrows {
    switch storage {
    case .none: break
    case .one(let element): try body(element)
    case .many(let elements): try elements.forEach(body)
    }
  }
}

extension Few: Sendable where Element: Sendable {}
extension Few.Storage: Sendable where Element: Sendable {}
