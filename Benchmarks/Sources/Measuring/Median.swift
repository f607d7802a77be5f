extension Collection where Element == Double {
  /// The value in the middle; the mean of the two there if their number is even.
  public var median: Double {
    precondition(!isEmpty, "no median of nothing")
    let sorted = sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
