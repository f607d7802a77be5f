extension Collection where Element == Double {
  /// The median: the middle value, or the mean of the two middle values.
  public var median: Double {
    precondition(!isEmpty, "An empty collection has no median.")
    let sorted = sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
