/// The promise that a task settles, which therefore waits for the same as the task.
package final class TaskOwner: Sendable {
  /// The owner of the running task or of one from which it has inherited this value.
  @TaskLocal private static var inherited: TaskOwner?

  private let owned: WeakPromise
  private let task: Int?

  /// Creates the owner of the current task.
  private init(_ promise: WeakPromise) {
    owned = promise
    task = Self.currentTask
  }

  /// The promise, if it still exists.
  var promise: AnyPromise? { owned.promise }

  /// The owner of the current task, or `nil` if it has none. A task that has only inherited the value from its creator
  /// has none, because its creator need not wait for it.
  static var ofCurrentTask: TaskOwner? { inherited.flatMap { $0.task == currentTask ? $0 : nil } }

  /// An integer that identifies the current task among those that exist.
  private static var currentTask: Int? { withUnsafeCurrentTask { $0?.hashValue } }

  /// Returns the body of a task that settles a promise and records this while it runs.
  package static func recording(
    _ promise: AnyPromise, _ body: @escaping @Sendable (isolated (any Actor)?) async -> Void
  ) -> @Sendable (isolated (any Actor)?) async -> Void {
    let promise = WeakPromise(promise)
    return { actor in
      await $inherited.withValue(TaskOwner(promise), operation: { await body(actor) }, isolation: actor)
    }
  }
}
