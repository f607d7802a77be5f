extension Duration {
  /// The duration in whole seconds or in milliseconds: `200 ms`, `2 s`.
  var shortDescription: String {
    let (seconds, attoseconds) = min(self, .seconds(Int64.max / 4)).components
    if attoseconds == 0 { return "\(seconds) s" }
    let milliseconds = Double(seconds) * 1e3 + Double(attoseconds) / 1e15
    return Int64(exactly: milliseconds).map { "\($0) ms" } ?? "\(milliseconds) ms"
  }
}
