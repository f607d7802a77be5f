// Calls every declaration of PromiseScoping. See Core.swift.
import PromiseScoping

func scopes() async throws {
  let scope = PromiseScope()
  use(promise().store(in: scope), guarantee().store(in: scope))
  AnyPromise(promise()).store(in: scope)
  Task { 1 }.store(in: scope)
  Task { try await load(1) }.store(in: scope)
  use(scope.addTask { try await load(1) }, scope.addTask(name: "load", priority: .high) { 1 })
  use(scope.isCancelled, scope.unfinishedCount)
  scope.cancelAll()
  scope.cancel()
  try await scope.waitForAll()
}

func draining() async {
  use(PendingPromises.count)
  use(await PendingPromises.drain(timeout: 1), await PendingPromises.drain(timeout: .seconds(1)))
  await PendingPromises.drain(timeout: 1)
}

func functionsWithScopes() async throws {
  try await withPromiseScope { scope in scope.addTask { try await load(1) } }
  use(try await withPromiseScope { _ in 1 })
  do {
    for policy: FailurePolicy in [.collect, .cancelOthers] { try await withPromiseScope(failures: policy) { _ in } }
  } catch let error as PromiseScopeErrors {
    use(error.errors)
  }
}
