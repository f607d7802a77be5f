/// Compares the counts of this run with the committed ones.
enum Check {
  /// The fraction by which a count may grow.
  private static let tolerance = 0.03

  /// Prints the differences and returns whether no count has grown.
  ///
  /// If all counts were requested, also prints the missing ones, such as those that need valgrind.
  static func passes(_ rows: [Row], against committed: Report, isComplete: Bool) -> Bool {
    let old = Dictionary(uniqueKeysWithValues: committed.rows.map { ($0.id, $0) })
    var passes = true
    for row in rows where row.isCount {
      guard let before = old[row.id] else {
        print("new       \(row.id): \(Format.figure(row.ours, row.unit))")
        continue
      }
      let figures = "\(Format.figure(before.ours, row.unit)) -> \(Format.figure(row.ours, row.unit))"
      if row.ours > before.ours + tolerance * abs(before.ours) {
        print("GREW      \(row.id): \(figures)")
        passes = false
      } else if row.ours < before.ours - tolerance * abs(before.ours) {
        print("smaller   \(row.id): \(figures)")
      } else {
        print("the same  \(row.id): \(figures)")
      }
    }
    guard isComplete else { return passes }
    let measured = Set(rows.map(\.id))
    for row in committed.rows where row.isCount && !measured.contains(row.id) { print("missing   \(row.id)") }
    return passes
  }
}
