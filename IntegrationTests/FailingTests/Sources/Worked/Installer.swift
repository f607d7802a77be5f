import Dispatch
import PromiseConcurrency

struct Missing: Error {
  let part: String
}

/// Installs the parts of a program, and returns their number.
func install(_ parts: [String]) -> Promise<Int> {
  Promise.value(parts)
    .map(on: .global()) { parts in parts.dropFirst() }  // drops a part
    .map { parts in
      guard parts.contains("core") else { throw Missing(part: "core") }
      return parts.count
    }
}
