/// Checks that the state explorer finds the same states with and without its partial-order reduction.
package struct ReductionCheck {
  package struct TooManyStates: Error {}

  private let lowering: Lowering
  private let limit: Int

  package init(_ program: Program, limit: Int) {
    lowering = Lowering(program)
    self.limit = limit
  }

  /// Returns the difference, or `nil` if there is none.
  ///
  /// - Throws: `TooManyStates` if there are more states than the limit.
  package func difference() throws -> String? {
    var reduced = StateExplorer(lowering, limit: limit)
    var exhaustive = StateExplorer(lowering, limit: limit, isExhaustive: true)
    var (few, all) = ([lowering.start], [lowering.start])
    var visibility = Visibility(lowering)
    for (index, batch) in lowering.program.batches.enumerated() {
      guard let nextFew = reduced.run(batch, from: few), let nextAll = exhaustive.run(batch, from: all) else {
        throw TooManyStates()
      }
      (few, all) = (nextFew, nextAll)
      visibility.add(batch)
      let (found, possible) = (Set(few.map(visibility.observation)), Set(all.map(visibility.observation)))
      if found != possible {
        let (missed, wrong) = (possible.subtracting(found), found.subtracting(possible))
        return "batch \(index): the reduction misses \(missed) and adds \(wrong)"
      }
    }
    guard let few = reduced.end(from: few), let all = exhaustive.end(from: all) else { throw TooManyStates() }
    let (found, possible) = (Set(few.map { $0.allReports(lowering) }), Set(all.map { $0.allReports(lowering) }))
    return found == possible ? nil : "reports: \(possible) without the reduction, \(found) with it"
  }
}
