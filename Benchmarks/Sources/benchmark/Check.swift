/// Compares the counts of this run with those that were committed.
enum Check {
  /// How much a count may grow.
  private static let tolerance = 0.03

  /// Prints what grew, and returns whether nothing did.
  ///
  /// Says which counts are missing, as without valgrind, if all of them were asked for.
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
