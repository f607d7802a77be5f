/// Whether the reference comes to the same with and without its shortcuts.
package struct Comparison {
  private let meaning: Meaning
  private let limit: Int

  package init(_ program: Program, limit: Int) {
    meaning = Meaning(program)
    self.limit = limit
  }

  /// What differs; `nil` if nothing does.
  ///
  /// - Throws: `TooWide` if there are more worlds to look at than the limit.
  package func difference() throws -> String? {
    var quick = Explorer(meaning, limit: limit)
    var thorough = Explorer(meaning, limit: limit, isThorough: true)
    var (few, all) = ([meaning.start], [meaning.start])
    var view = View(meaning)
    for (index, batch) in meaning.program.batches.enumerated() {
      guard let nextOfFew = quick.play(batch, from: few), let nextOfAll = thorough.play(batch, from: all) else {
        throw TooWide()
      }
      (few, all) = (nextOfFew, nextOfAll)
      view.add(batch)
      let (seen, possible) = (Set(few.map(view.sight)), Set(all.map(view.sight)))
      if seen != possible {
        return
          "batch \(index): without shortcuts also \(possible.subtracting(seen)), with them \(seen.subtracting(possible))"
      }
    }
    guard let few = quick.end(from: few), let all = thorough.end(from: all) else { throw TooWide() }
    let (seen, possible) = (Set(few.map { $0.allReports(of: meaning) }), Set(all.map { $0.allReports(of: meaning) }))
    return seen == possible ? nil : "reports: without shortcuts \(possible), with them \(seen)"
  }

  package struct TooWide: Error {}
}
