// Observes a model while it loads promises, as a SwiftUI view does. Run it with `swift run ObservedModel`.
import Observation
import PromiseObservation

struct Offline: Error {}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor struct Screen {
  let number = PromiseModel<Int>()

  /// Prints the screen, and again after each change.
  func show() {
    withObservationTracking {
      let value = number.value.map { "\($0)\(number.isStale ? " (old)" : "")" } ?? "nothing"
      let problem = number.error.map { ", error: \($0)" } ?? ""
      print("\(value)\(number.isLoading ? ", loading" : "")\(problem)")
    } onChange: {
      Task { await show() }  // the change is complete when the task runs
    }
  }

  func run() async {
    show()
    _ = await number.load { after(seconds: 0.01).map { 1 } }.getResult()
    await Task.yield()
    number.load { after(seconds: 10).map { 2 } }  // replaced by the next one, and canceled
    _ = await number.load { after(seconds: 0.01).map { throw Offline() } }.getResult()
    await Task.yield()
    _ = await number.load { Promise.value(3) }.getResult()  // shown at once
    await Task.yield()
  }
}

if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) { await Screen().run() }
