extension [String] {
  /// The texts in one line: "a, b and c", or the first ones and "and 5 more".
  func listing(atMost limit: Int = 20) -> String {
    let rest = count > limit ? ["\(count - limit) more"] : []
    let items = prefix(limit) + rest
    return items.count < 2 ? items.joined() : items.dropLast().joined(separator: ", ") + " and " + items.last!
  }
}
