import PromiseConcurrency
import PromiseCore

// Each pattern combines a promise that is derived from a root with others, or waits for it, until that is over.

extension RootPattern {
  static let combined: [RootPattern] = [
    RootPattern("race(promise.map, other)") { roots in
      let object = roots.capture()
      _ = race(
        roots.promise.map(on: nil) { number in
          object.touch()
          return number
        }, Promise.value(1))
    },
    RootPattern("race(promise.map(async), other)") { roots in
      let object = roots.capture()
      _ = race(
        roots.promise.map { number async in
          object.touch()
          return number
        }, Promise.value(1))
    },
    RootPattern("race(promise.recover { Guarantee }, other)") { roots in
      let object = roots.capture()
      _ = race(
        roots.promise.recover(on: nil) { _ in
          object.touch()
          return Guarantee.value(1)
        }, Guarantee.value(1))
    },
    RootPattern("race(guarantee.map, other)") { roots in
      let object = roots.capture()
      _ = race(
        roots.guarantee.map(on: nil) { number in
          object.touch()
          return number
        }, Guarantee.value(1))
    },
    RootPattern("race(guarantee.map(async), other)") { roots in
      let object = roots.capture()
      _ = race(
        roots.guarantee.map { number async in
          object.touch()
          return number
        }, Guarantee.value(1))
    },
    RootPattern("race(promise, other, losers: .spare)") { roots in
      _ = race(roots.promise, Promise.value(1), losers: .spare)
    },
    RootPattern("race(promise.map, pending).cancel") { roots in
      let object = roots.capture()
      race(
        roots.promise.map(on: nil) { number in
          object.touch()
          return number
        }, roots.promise.asVoid().map(on: nil) { 1 }
      ).cancel()
    },
    RootPattern("race(fulfilled: [promise.map, other])") { roots in
      let object = roots.capture()
      _ = race(fulfilled: [
        roots.promise.map(on: nil) { number in
          object.touch()
          return number
        }, Promise.value(1),
      ])
    },
    RootPattern("race(fulfilled: [promise]).cancel") { roots in race(fulfilled: [roots.promise]).cancel() },
    RootPattern("when(fulfilled: [promise]).cancel") { roots in when(fulfilled: [roots.promise]).cancel() },
    RootPattern("when(fulfilled: [promise.map, rejected])") { roots in
      let object = roots.capture()
      let mapped = roots.promise.map(on: nil) { number in
        object.touch()
        return number
      }
      when(fulfilled: [mapped, Promise(error: TestError.one)]).catch(on: nil) { _ in mapped.cancel() }
    },
    RootPattern("when(resolved: [promise]).cancel") { roots in when(resolved: [roots.promise]).cancel() },
    RootPattern("when(guarantees: [guarantee]).cancel") { roots in when(guarantees: [roots.guarantee]).cancel() },
    RootPattern("when(fulfilled: iterator, maxConcurrent:).cancel") { roots in
      when(fulfilled: [roots.promise, roots.promise].makeIterator(), maxConcurrent: 1).cancel()
    },
    RootPattern("when(resolved: iterator, maxConcurrent:).cancel") { roots in
      when(resolved: [roots.promise, roots.promise].makeIterator(), maxConcurrent: 1).cancel()
    },
    RootPattern("promise.timeout that fires") { roots in
      _ = await roots.promise.map(on: nil) { $0 }.timeout(.microseconds(1)).getResult()
    },
    RootPattern("promise.map.onProgress.cancel") { roots in
      let object = roots.capture()
      roots.promise.map(on: nil) { $0 }.onProgress(on: nil) { _ in object.touch() }.cancel()
    },
    RootPattern("guarantee.map.onProgress.cancel") { roots in
      let object = roots.capture()
      roots.guarantee.map(on: nil) { $0 }.onProgress(on: nil) { _ in object.touch() }.cancel()
    },
  ]

  static let awaited: [RootPattern] = [
    RootPattern("get(timeout:) that times out") { roots in
      _ = try? await roots.promise.get(timeout: .microseconds(1), losers: .spare)
    },
    RootPattern("get() in a canceled task") { roots in
      let task = Task { try await roots.promise.get() }
      task.cancel()
      _ = await task.result
    },
    RootPattern("get(cancellation: .forward) in a canceled task") { roots in
      let mapped = roots.promise.map(on: nil) { $0 }
      let task = Task { try await mapped.get(cancellation: .forward) }
      task.cancel()
      _ = await task.result
    },
    RootPattern("getResult() in a canceled task") { roots in
      let task = Task { await roots.promise.getResult() }
      task.cancel()
      _ = await task.value
    },
    RootPattern("Task(promise.map), cancel") { roots in
      let task = Task(roots.promise.map(on: nil) { $0 })
      task.cancel()
      _ = await task.result
    },
    RootPattern("PromiseQueue element that waits, cancel") { roots in
      let queue = PromiseQueue(maxConcurrent: 1)
      let element = queue.add { roots.promise }
      let waiting = queue.add { try await roots.promise.get() }
      waiting.cancel()
      element.cancel()
      // This element runs when the queue has released the others.
      _ = await queue.add { 1 }.getResult()
    },
    RootPattern("inCompletionOrder, left early") { roots in
      var iterator = [roots.promise, Promise.value(1)].inCompletionOrder.makeAsyncIterator()
      _ = try? await iterator.next()
    },
    RootPattern("inInputOrder, left early") { roots in
      var iterator = [Promise.value(1), roots.promise].inInputOrder.makeAsyncIterator()
      _ = try? await iterator.next()
    },
    RootPattern("inCompletionOrder in a canceled task") { roots in
      let task = Task { for try await _ in [roots.promise].inCompletionOrder {} }
      task.cancel()
      _ = await task.result
    },
    RootPattern("progress.updates in a canceled task") { roots in
      let mapped = roots.promise.map(on: nil) { $0 }
      let task = Task { for await _ in mapped.progress.updates {} }
      task.cancel()
      _ = await task.value
      mapped.cancel()
    },
  ]
}
