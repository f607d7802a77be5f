import Foundation
import PromiseFoundation
import PromiseTracing

/// Programs whose handlers do not run, and programs that look like them for some time. `Scripts/check-stalls` runs each
/// scenario, and compares what it prints.
@main struct Main {
  static func main() {
    PromiseDiagnostics.handler = { event in
      if case .waitOnMainThread = event { return }
      print(event)
      exit(0)
    }
    let name = CommandLine.arguments.dropFirst().first ?? ""
    guard let scenario = Scenario(rawValue: name) else {
      print("usage: stalls \(Scenario.allCases.map(\.rawValue).joined(separator: "|"))")
      exit(2)
    }
    scenario.run()
  }
}

/// Work that ends on another thread.
private func load() -> Promise<Int> { after(seconds: 0.01).map(on: nil) { 1 } }

/// Code that is isolated to nothing, so that its handlers run on the default queue.
private func loadDoubled() -> Promise<Int> { load().map { $0 * 2 } }

private func sleepForever() -> Never { while true { sleep(1_000) } }

/// Uses the processor for some seconds.
private func work(seconds: Double) {
  let end = Date(timeIntervalSinceNow: seconds)
  while Date() < end {}
}

private enum Scenario: String, CaseIterable {
  // These programs stand still.
  case semaphoreInMain, waitInMain, defaultQueueIsMain, taskOnMainActor, asyncHandlerOnMainActor
  case waitInFirstHandler, waitOnMainActor, servedWaitInHandler
  case waitOnDefaultQueue, waitInHandlerOfActor, waitWithFlags, waitInWorkItem, waitForEnqueuedHandler,
    waitForHandlerOfAnotherThread
  // These do not.
  case busyMain, busyMainQueue, busyBeforeFirstHandler, busyRunLoop, busyWhileServed, stoppedInDebugger
  case servedByDispatch, servedByAsyncMain, servedByWait, shortWait, manyShortWaits, waitElsewhere

  @MainActor func run() {
    switch self {
    case .semaphoreInMain:
      let done = DispatchSemaphore(value: 0)
      load().done { _ in done.signal() }.cauterize()
      done.wait()
    case .waitInMain:
      _ = try? load().map { $0 * 2 }.wait()
    case .defaultQueueIsMain:
      loadDoubled().cauterize()
      sleepForever()
    case .taskOnMainActor:
      Promise { try await load().get() }.cauterize()
      sleepForever()
    case .asyncHandlerOnMainActor:
      load().map { try await Promise.value($0).get() }.cauterize()
      sleepForever()

    case .waitInFirstHandler:
      // The handler runs on the main queue as soon as the watch of that queue begins.
      load().done { _ in try load().done { _ in }.wait() }.cauterize()
      dispatchMain()
    case .waitOnMainActor:
      // Other threads run the main actor.
      Task { waitForHandler() }
      dispatchMain()
    case .servedWaitInHandler:
      // The run loop runs within a work item of the main queue.
      load().done { _ in try load().done { _ in }.waitServingMainQueue() }.cauterize()
      RunLoop.main.run()

    case .waitOnDefaultQueue:
      DispatchQueue.promises = DispatchQueue(label: "requests")
      waitInHandler { loadDoubled() }
      dispatchMain()
    case .waitInHandlerOfActor:
      let route = Route()
      Task.detached { await route.answer() }
      dispatchMain()
    case .waitWithFlags:
      let queue = DispatchQueue(label: "flags")
      load().done(on: queue, flags: .barrier) { _ in try load().done(on: queue, flags: .barrier) { _ in }.wait() }
        .cauterize()
      dispatchMain()
    case .waitInWorkItem:
      let queue = DispatchQueue(label: "work")
      queue.async { _ = try? load().map(on: queue) { $0 }.wait() }
      dispatchMain()

    case .waitForEnqueuedHandler:
      let queue = DispatchQueue(label: "work")
      queue.async { _ = try? Promise.value(1).map(on: queue) { $0 }.wait() }
      dispatchMain()

    case .waitForHandlerOfAnotherThread:
      let queue = DispatchQueue(label: "work")
      let (promise, resolver) = Promise<Int>.pending()
      queue.async {
        let handled = promise.map(on: queue) { $0 }
        let isEnqueued = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
          resolver.fulfill(1)
          isEnqueued.signal()
        }
        isEnqueued.wait()
        _ = try? handled.wait()
      }
      dispatchMain()

    case .busyMain:
      loadDoubled().cauterize()
      work(seconds: 8)
    case .busyMainQueue:
      // The main thread has ended, and its handler blocks another thread.
      load().done { _ in sleep(8) }.done { exit(0) }.cauterize()
      loadDoubled().cauterize()
      dispatchMain()
    case .busyBeforeFirstHandler:
      // The same, with a work item of other code.
      DispatchQueue.main.async { sleep(8) }
      load().done { _ in exit(0) }.cauterize()
      dispatchMain()
    case .busyRunLoop:
      // The run loop runs a work item that waits.
      DispatchQueue.main.async { sleep(8) }
      load().done { _ in exit(0) }.cauterize()
      RunLoop.main.run()
    case .busyWhileServed:
      for _ in 0..<80 { load().done { _ in work(seconds: 0.1) }.cauterize() }
      _ = try? load().done { _ in }.waitServingMainQueue()
    case .stoppedInDebugger:
      // The script stops the program for a while.
      loadDoubled().cauterize()
      sleep(3)
      _ = loadDoubled().done { _ in exit(0) }
      dispatchMain()
    case .servedByDispatch:
      loadDoubled().cauterize()
      after(seconds: 7).done { exit(0) }
      dispatchMain()
    case .servedByAsyncMain:
      Task {
        _ = try? await loadDoubled().get()
        sleep(8)
        exit(0)
      }
      dispatchMain()
    case .servedByWait:
      let sum = try? loadDoubled().map { $0 + 1 }.waitServingMainQueue()
      _ = after(seconds: 7).map { sum }.waitServingMainQueue()
    case .shortWait:
      DispatchQueue.promises = DispatchQueue(label: "requests")
      waitInHandler { after(seconds: 3).map(on: nil) { 1 } }
      after(seconds: 7).done(on: nil) { exit(0) }
      dispatchMain()
    case .manyShortWaits:
      let queue = DispatchQueue(label: "work")
      queue.async {
        load().done(on: queue) { _ in }.cauterize()
        for _ in 0..<70 { after(seconds: 0.1).wait() }
        exit(0)
      }
      dispatchMain()
    case .waitElsewhere:
      let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
      queue.async { after(seconds: 7).map(on: queue) {}.wait() }
      for _ in 0..<100 { load().done(on: queue) { _ in }.cauterize() }
      after(seconds: 8).done(on: nil) { exit(0) }
      dispatchMain()
    }
  }
}

/// Lets a handler on the default queue wait for a promise, while another handler waits for that queue.
private func waitInHandler(for promise: @escaping @Sendable () -> Promise<Int>) {
  load().done { _ in
    load().done { _ in }.cauterize()
    try promise().wait()
  }
  .cauterize()
}

@MainActor private func waitForHandler() { _ = try? load().map { $0 }.wait() }

/// An actor with a handler that waits for another handler of the actor.
private actor Route {
  func answer() { load().done { _ in try self.other().wait() }.cauterize() }

  func other() -> Promise<Void> { load().done { _ in } }
}
