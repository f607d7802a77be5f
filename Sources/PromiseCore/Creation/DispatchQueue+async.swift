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
    let (promise, resolver) = Promise<T>.pending(file: file, line: line)
    async(group: group, qos: qos, flags: flags, as: promise.context) {
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
    let (guarantee, seal) = Guarantee<T>.pending(file: file, line: line)
    async(group: group, qos: qos, flags: flags, as: guarantee.context) { seal(body()) }
    return guarantee
  }

  /// Enqueues a work item on this queue. In a test that controls its executors, the work item is a job of that test.
  private func async(
    group: DispatchGroup?, qos: DispatchQoS, flags: DispatchWorkItemFlags, as context: PromiseContext?,
    _ job: @escaping @Sendable () -> Void
  ) {
    guard let context, context.instrument != nil else {
      return async(group: group, qos: qos, flags: flags) { if let context { context.runJob(job) } else { job() } }
    }
    group?.enter()
    HandlerExecutor(on: self, flags: flags).schedule(in: context) {
      job()
      group?.leave()
    }
  }
}
