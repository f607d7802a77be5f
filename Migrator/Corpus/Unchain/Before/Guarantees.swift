import PromiseConcurrency

/// Functions that cannot fail.
final class Guarantees: Source, @unchecked Sendable {
  func doubled(_ id: Int) -> Guarantee<Int> {
    size(id).map { $0 * 2 }
  }

  func paused(_ id: Int) -> Guarantee<Int> {
    pause().then { self.size(id) }.get { self.log.add("size \($0)") }
  }

  func recovered(_ id: Int) -> Guarantee<String> {
    load(id).map(\.name).recover { error in .value("none: \(error)") }
  }

  func recoveredThenMapped(_ id: Int) -> Guarantee<Int> {
    load(id).map(\.id).recover { _ in .value(-1) }.map { (id: Int) in id + 1 }
  }

  func early(_ id: Int) -> Guarantee<Int> {
    if id == 0 { return .value(0) }
    return size(id).map { size in size + 1 }
  }

  func done(_ id: Int) -> Guarantee<Void> {
    size(id).done { self.log.add("done \($0)") }
  }

  func mixed(_ id: Int) -> Promise<String> {
    size(id).then { self.load($0) }.map(\.name)
  }
}

let guaranteePrograms: [(name: String, run: @Sendable () async throws -> [String])] = [
  (
    "guarantees",
    {
      let guarantees = Guarantees()
      var lines: [String] = []
      for id in [1, 0] {
        lines.append("doubled: \(await guarantees.doubled(id).get())")
        lines.append("paused: \(await guarantees.paused(id).get())")
        lines.append("recovered: \(await guarantees.recovered(id).get())")
        lines.append("recoveredThenMapped: \(await guarantees.recoveredThenMapped(id).get())")
        lines.append("early: \(await guarantees.early(id).get())")
        lines.append("done: \(await guarantees.done(id).get())")
        lines.append(await outcome("mixed", guarantees.mixed(id)))
      }
      return lines + guarantees.log.lines
    }
  )
]
