// Calls every declaration of PromiseTracing. See Core.swift.
import PromiseTracing

func pendingPromises() {
  PromiseDiagnostics.isTracing = true
  PromiseDiagnostics.report(longerThan: 30)
  PromiseDiagnostics.report(longerThan: 30, every: 0.5)
  #if os(macOS) || os(Linux)
    PromiseDiagnostics.printPendingPromises(onSignal: 10)
  #endif
  let snapshot: PendingSnapshot = PromiseDiagnostics.pendingPromises()
  use(snapshot.causes, snapshot.description, snapshot.graphviz, snapshot.mermaid)
  for promise: PendingPromise in snapshot.promises {
    use(promise.number, promise.id, promise.type, promise.file, promise.line, promise.function, promise.operation)
    use(promise.age, promise.isCancelRequested, promise.progress, promise.description)
    for dependency: PendingPromise.Dependency in promise.dependencies {
      switch dependency {
      case .otherPromise(let file, let line): print(file, line)
      case .promise(let number): print(number)
      case .queuedHandler(let executor, let seconds), .runningHandler(let executor, let seconds):
        print(executor, seconds)
      case .resolver: print(dependency.description)
      case .task(let name), .queuedTask(let name): print(name ?? "")
      case .timer(let secondsLeft): print(secondsLeft)
      }
    }
    for waiter: PendingPromise.Waiter in promise.waiters {
      switch waiter {
      case .handler(let executor): print(executor ?? "")
      case .promise(let number, let executor): print(number, executor ?? "")
      case .task(let name, let promise): print(name ?? "", promise ?? 0)
      case .thread(let isMain, let file, let line): print(isMain, file, line, waiter.description)
      }
    }
  }
}

private func throwing(_ value: Int) throws -> Int { value }

func timelines() async throws {
  let level: PromiseDiagnostics.TracingLevel = PromiseDiagnostics.tracingLevel
  PromiseDiagnostics.tracingLevel = level < .sites ? .callStacks : .off
  use(PromiseDiagnostics.TracingLevel(rawValue: 1), level.rawValue)
  let timeline = PromiseTimeline(capacity: PromiseTimeline.defaultCapacity)
  PromiseDiagnostics.timeline = PromiseTimeline()
  let current: PromiseTimeline? = PromiseDiagnostics.timeline
  use(current?.eventCount, timeline.droppedCount, timeline.traceEvents, timeline.page)
  do {
    try timeline.write(to: "timeline.html")
  } catch {
    let error: PromiseTimelineError = error
    use(error.path, error.reason, error.description)
  }
  let value: Int = await timeline.sample(oneIn: 100) { 1 }
  use(try await timeline.sample { try throwing(value) })
}
