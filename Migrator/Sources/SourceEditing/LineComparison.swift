/// Finds the lines that two texts have in common.
///
/// Lines that occur once in both texts divide them into parts, which are compared apart (the patience diff of Bram Cohen).
/// Parts without such lines are compared as collections.
struct LineComparison {
  /// Every line of both texts, in order: `-` marks a line of the old text only, `+` one of the new text only.
  private(set) var lines: [(mark: Character, text: Substring)] = []
  private let oldLines: [Substring]
  private let newLines: [Substring]
  /// The lines as numbers, which are faster to compare. Equal lines have the same number.
  private let old: [Int]
  private let new: [Int]

  init(_ old: [Substring], _ new: [Substring]) {
    var numbers: [Substring: Int] = [:]
    func number(_ line: Substring) -> Int {
      if let known = numbers[line] { return known }
      numbers[line] = numbers.count
      return numbers.count - 1
    }
    oldLines = old
    newLines = new
    self.old = old.map(number)
    self.new = new.map(number)
    compare(0..<old.count, 0..<new.count)
  }

  private mutating func compare(_ oldRange: Range<Int>, _ newRange: Range<Int>) {
    var (i, j) = (oldRange.lowerBound, newRange.lowerBound)
    while i < oldRange.upperBound, j < newRange.upperBound, old[i] == new[j] {
      lines.append((" ", oldLines[i]))
      (i, j) = (i + 1, j + 1)
    }
    var (oldEnd, newEnd) = (oldRange.upperBound, newRange.upperBound)
    while i < oldEnd, j < newEnd, old[oldEnd - 1] == new[newEnd - 1] { (oldEnd, newEnd) = (oldEnd - 1, newEnd - 1) }
    let anchors = anchors(i..<oldEnd, j..<newEnd)
    for (oldIndex, newIndex) in anchors {
      compare(i..<oldIndex, j..<newIndex)
      lines.append((" ", oldLines[oldIndex]))
      (i, j) = (oldIndex + 1, newIndex + 1)
    }
    if anchors.isEmpty { compareAsCollections(i..<oldEnd, j..<newEnd) } else { compare(i..<oldEnd, j..<newEnd) }
    for index in oldEnd..<oldRange.upperBound { lines.append((" ", oldLines[index])) }
  }

  private mutating func compareAsCollections(_ oldRange: Range<Int>, _ newRange: Range<Int>) {
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in new[newRange].difference(from: old[oldRange]) {
      switch change {
      case .remove(let offset, _, _): removed.insert(oldRange.lowerBound + offset)
      case .insert(let offset, _, _): inserted.insert(newRange.lowerBound + offset)
      }
    }
    var (i, j) = (oldRange.lowerBound, newRange.lowerBound)
    while i < oldRange.upperBound || j < newRange.upperBound {
      if i < oldRange.upperBound, removed.contains(i) {
        lines.append(("-", oldLines[i]))
        i += 1
      } else if j < newRange.upperBound, inserted.contains(j) {
        lines.append(("+", newLines[j]))
        j += 1
      } else {
        lines.append((" ", oldLines[i]))
        (i, j) = (i + 1, j + 1)
      }
    }
  }

  /// Returns the lines that occur once in both parts, as far as their order is the same.
  private func anchors(_ oldRange: Range<Int>, _ newRange: Range<Int>) -> [(old: Int, new: Int)] {
    func unique(_ lines: [Int], _ range: Range<Int>) -> [Int: Int] {
      var found: [Int: Int?] = [:]
      for index in range { found.updateValue(found[lines[index]] == nil ? index : nil, forKey: lines[index]) }
      return found.compactMapValues { $0 }
    }
    guard !oldRange.isEmpty, !newRange.isEmpty else { return [] }
    let newIndices = unique(new, newRange)
    let pairs = unique(old, oldRange).compactMap { line, index in newIndices[line].map { (old: index, new: $0) } }
      .sorted { $0.old < $1.old }
    // The longest increasing subsequence, by patience sorting.
    var piles: [Int] = []
    var previous: [Int?] = []
    for (index, pair) in pairs.enumerated() {
      var (low, high) = (0, piles.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[piles[middle]].new < pair.new { low = middle + 1 } else { high = middle }
      }
      previous.append(low > 0 ? piles[low - 1] : nil)
      if low == piles.count { piles.append(index) } else { piles[low] = index }
    }
    var result: [(old: Int, new: Int)] = []
    var next = piles.last
    while let index = next {
      result.append(pairs[index])
      next = previous[index]
    }
    return result.reversed()
  }
}
