import PromiseConcurrency

/// Functions that cannot fail.
final class Guarantees: Source, @unchecked Sendable {
  @MainActor func doubled(_ id: Int) async -> Int {
    let size = await size(id).get()
    return size * 2
  }

  func doubled(_ id: Int) -> Guarantee<Int> {
    Guarantee { await self.doubled(id) }
  }

  @MainActor func paused(_ id: Int) async -> Int {
    await pause().get()
    let size = await self.size(id).get()
    self.log.add("size \(size)")
    return size
  }

  func paused(_ id: Int) -> Guarantee<Int> {
    Guarantee { await self.paused(id) }
  }

  @MainActor func recovered(_ id: Int) async -> String {
    do {
      let value = try await load(id).get()
      return value.name
    } catch {
      return "none: \(error)"
    }
  }

  func recovered(_ id: Int) -> Guarantee<String> {
    Guarantee { await self.recovered(id) }
  }

  @MainActor func recoveredThenMapped(_ id: Int) async -> Int {
    let id2: Int
    do {
      let value = try await load(id).get()
      id2 = value.id
    } catch {
      id2 = -1
    }
    return id2 + 1
  }

  func recoveredThenMapped(_ id: Int) -> Guarantee<Int> {
    Guarantee { await self.recoveredThenMapped(id) }
  }

  @MainActor func early(_ id: Int) async -> Int {
    if id == 0 { return 0 }
    let size = await size(id).get()
    return size + 1
  }

  func early(_ id: Int) -> Guarantee<Int> {
    Guarantee { await self.early(id) }
  }

  @MainActor func done(_ id: Int) async {
    let size = await size(id).get()
    self.log.add("done \(size)")
  }

  func done(_ id: Int) -> Guarantee<Void> {
    Guarantee { await self.done(id) }
  }

  @MainActor func mixed(_ id: Int) async throws -> String {
    let size = await size(id).get()
    let value = try await self.load(size).get()
    return value.name
  }

  func mixed(_ id: Int) -> Promise<String> {
    Promise { try await self.mixed(id) }
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
