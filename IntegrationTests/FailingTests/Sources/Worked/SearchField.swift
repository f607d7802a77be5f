import Dispatch
import Foundation
import PromiseConcurrency
import Synchronization

/// Searches while the user types: looks up short queries in the history and longer ones in the index.
final class SearchField: Sendable {
  private let found = Mutex("")
  private let history = DispatchQueue(label: "history")
  private let disk = DispatchQueue(label: "disk")
  private let words = Words()

  var results: String { found.withLock { $0 } }

  func type(_ text: String) {
    let answer = text.count < 3 ? remembered(text) : lookedUp(text)
    answer.done(on: nil) { results in self.found.withLock { $0 = results } }.cauterize()  // even if outdated
  }

  private func remembered(_ text: String) -> Promise<String> {
    history.async(.promise) { "history: \(text)" }
  }

  private func lookedUp(_ text: String) -> Promise<String> {
    Promise { await self.words.split(text) }
      .map(on: disk) { words in readIndex(words) }
      .map(on: .global()) { pages in pages.joined(separator: ", ") }
  }
}

private actor Words {
  func split(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
}

/// Blocks its queue briefly, as reading a file would.
private func readIndex(_ words: [String]) -> [String] {
  Thread.sleep(forTimeInterval: 0.003)
  return words.map { "index: \($0)" }
}
