public import Dispatch

/// The namespace that selects the promise form of `async`, as in `queue.async(.promise) { … }`.
public enum PromiseNamespace: Sendable {
  /// Selects the form of `async` that returns a promise or a guarantee.
  case promise
}

extension DispatchQueue {
  /// Runs a closure on this queue, and returns a promise of its result.
  ///
  /// ```swift
  /// DispatchQueue.global().async(.promise) { try Data(contentsOf: file) }.done { show($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - namespace: The value `.promise`.
  ///   - group: The dispatch group that the work item belongs to.
  ///   - qos: The quality of service of the work item, as in Dispatch.
  ///   - flags: The flags of the work item, as in Dispatch.
  ///   - body: The work. If it throws, the promise is rejected with that error.
  /// - Returns: A promise of what `body` returns. If the promise is canceled before `body` has started, `body` does not
  ///   run. Once `body` is running, cancellation does not interrupt it.
  public final func async<T: Sendable>(
    _ namespace: PromiseNamespace, group: DispatchGroup? = nil, qos: DispatchQoS = .unspecified,
    flags: DispatchWorkItemFlags = [], execute body: @escaping @Sendable () throws -> T, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<T> {
    let promise = Promise<T>(site: CreationSite(file, line), context: .ofNewPromise())
    let resolver = Resolver(promise)
    async(group: group, qos: qos, flags: flags, for: promise.any) {
      guard resolver.promise.isPending else { return }
      resolver.resolve(Result { try body() })
    }
    return promise
  }

  /// Runs a nonthrowing closure on this queue, and returns a guarantee of its result.
  ///
  /// - Parameters:
  ///   - namespace: The value `.promise`.
  ///   - group: The dispatch group that the work item belongs to.
  ///   - qos: The quality of service of the work item, as in Dispatch.
  ///   - flags: The flags of the work item, as in Dispatch.
  ///   - body: The work. It runs even if the guarantee is canceled, because the guarantee needs its value.
  /// - Returns: A guarantee of what `body` returns.
  public final func async<T: Sendable>(
    _ namespace: PromiseNamespace, group: DispatchGroup? = nil, qos: DispatchQoS = .unspecified,
    flags: DispatchWorkItemFlags = [], execute body: @escaping @Sendable () -> T, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Guarantee<T> {
    let guarantee = Guarantee<T>(site: CreationSite(file, line), context: .ofNewPromise())
    let seal = Seal(guarantee)
    async(group: group, qos: qos, flags: flags, for: guarantee.any) { seal.fulfill(body()) }
    return guarantee
  }

  /// Enqueues a work item on this queue. In a test that controls its executors, the work item is a job of that test.
  private func async(
    group: DispatchGroup?, qos: DispatchQoS, flags: DispatchWorkItemFlags, for promise: AnyPromise,
    _ job: @escaping @Sendable () -> Void
  ) {
    let executor = HandlerExecutor(on: self, flags: flags)
    let inScope = executor.inScope(job)
    guard let context = promise.context else {
      // uncovered: In a process with PromiseTesting, every promise has a context.
      return async(group: group, qos: qos, flags: flags, execute: inScope)
    }
    guard context.instrument != nil else {
      promise.record?.handlerEnqueued(on: executor)
      return async(group: group, qos: qos, flags: flags) {
        context.runJob { promise.recordingHandler(on: executor, inScope) }
      }
    }
    group?.enter()
    executor.schedule(for: promise) {
      job()
      group?.leave()
    }
  }
}
