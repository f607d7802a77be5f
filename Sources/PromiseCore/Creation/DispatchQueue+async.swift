public import Dispatch

/// What makes `queue.async(.promise) { … }` read as it does. From PromiseKit.
public enum PromiseNamespace: Sendable {
  /// The work's result is a promise.
  case promise
}

extension DispatchQueue {
  /// Runs `body` on this queue, and promises what it returns. From PromiseKit.
  ///
  /// ```swift
  /// DispatchQueue.global().async(.promise) { try Data(contentsOf: file) }.done { show($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - namespace: `.promise`.
  ///   - group: A group that the work item belongs to.
  ///   - qos: As in Dispatch.
  ///   - flags: As in Dispatch.
  ///   - body: The work. If it throws, the promise is rejected. If the promise is cancelled before the work begins, the
  ///     work is left out.
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

  /// Runs `body`, which cannot throw, on this queue, and guarantees what it returns. From PromiseKit.
  public final func async<T: Sendable>(
    _ namespace: PromiseNamespace, group: DispatchGroup? = nil, qos: DispatchQoS = .unspecified,
    flags: DispatchWorkItemFlags = [], execute body: @escaping @Sendable () -> T, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Guarantee<T> {
    let (guarantee, seal) = Guarantee<T>.pending(file: file, line: line)
    async(group: group, qos: qos, flags: flags, as: guarantee.context) { seal(body()) }
    return guarantee
  }

  /// Sends a work item to this queue, which is one of the test's jobs if there is a test.
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
