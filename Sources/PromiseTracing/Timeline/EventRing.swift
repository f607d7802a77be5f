/// The last events of a timeline, in the order in which they were added.
///
/// The memory grows in pieces, so that no call copies what is there, until the capacity is reached. A new event then
/// replaces the oldest one. Adding an event takes O(1).
struct EventRing: Sendable {
  /// The number of events in a piece.
  private static let pieceSize = 4096

  private let capacity: Int
  private var pieces: [[TimelineEvent]] = []
  /// The number of events that were ever added.
  private(set) var addedCount = 0

  /// Creates an empty ring.
  ///
  /// - Parameter capacity: The number of events to keep. It is rounded up to a multiple of 4,096.
  init(capacity: Int) {
    let pieceCount = max(1, (capacity.clampedToMemory + Self.pieceSize - 1) / Self.pieceSize)
    self.capacity = pieceCount * Self.pieceSize
  }

  /// The number of events in the ring.
  var count: Int { min(addedCount, capacity) }

  mutating func append(_ event: TimelineEvent) {
    let position = addedCount % capacity
    let (piece, index) = position.quotientAndRemainder(dividingBy: Self.pieceSize)
    if addedCount >= capacity {
      pieces[piece][index] = event
    } else {
      if index == 0 {
        pieces.append([])
        pieces[piece].reserveCapacity(Self.pieceSize)
      }
      pieces[piece].append(event)
    }
    addedCount += 1
  }

  /// Calls `body` with each event, the oldest first.
  func forEach(_ body: (TimelineEvent) -> Void) {
    let start = addedCount >= capacity ? addedCount % capacity : 0
    for offset in 0..<count {
      let (piece, index) = ((start + offset) % capacity).quotientAndRemainder(dividingBy: Self.pieceSize)
      body(pieces[piece][index])
    }
  }
}

extension Int {
  /// At most the number of events that 64 GB hold.
  fileprivate var clampedToMemory: Int { Swift.min(self, 1 << 30) }
}
