// Calls declarations that exist only on Apple platforms, and checks the isolation of handlers there. Compiled by
// Scripts/check-apple.
// See Core.swift.
import Combine
import Foundation
import PromiseConcurrency
import PromiseFoundation

func combine() {
  use(promise().future(), guarantee().future())
  use(promise().future().promise(), guarantee().future().guarantee())
}

@MainActor final class Screen {
  var title = ""

  func load() {
    promise().done { self.title = "\($0)" }.catch { self.title = "\($0)" }
    promise().map { _ in self.title }.ensure { self.title = "" }.cauterize()
  }
}

actor Cache {
  var count = 0

  func fill() async throws {
    count += try await promise().get()
    promise().done { self.count += $0 }.cauterize()
  }
}

nonisolated(nonsending) func anywhere() async throws { use(try await promise().get()) }

// MARK: - Key-value observing

final class Player: NSObject {
  var isFinished = false
}

func keyValueObserving(_ player: Player) {
  use(player.observe(.promise, keyPath: \.isFinished), after(life: player))
  player.observe(.promise, keyPath: \.isFinished).done { use($0) }.cauterize()
}
