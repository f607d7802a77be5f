import Dispatch
package import PromiseCore

/// The promises that were pending at one moment, and what each of them waits for.
///
/// ``PromiseCore/PromiseDiagnostics/pendingPromises()`` returns such a snapshot. Its `description` is a text that begins with the
/// likely causes; ``mermaid`` and ``graphviz`` are the same graph for the tools of these names.
///
/// The snapshot is taken while the program runs: each promise is read at a slightly different time. Every promise that a
/// dependency or a waiter names is part of the snapshot.
public struct PendingSnapshot: Sendable {
  /// The promises, in the order in which they were created.
  public let promises: [PendingPromise]

  /// Takes a snapshot of the promises in a registry.
  ///
  /// - Complexity: O(*n* log *n* + *e*) in the number of promises that are alive and of dependencies.
  init(of registry: PromiseRegistry) {
    let now = DispatchTime.now().uptimeNanoseconds
    let entries = registry.entries
    var nodes: [Node] = []
    var promises: [PendingPromise] = []
    var observers: [(index: Int, party: WaitingParty, executor: HandlerExecutor)] = []
    var indices: [ObjectIdentifier: Int] = [:]
    var names = Names()
    indices.reserveCapacity(entries.count)
    nodes.reserveCapacity(entries.count)
    promises.reserveCapacity(entries.count)
    observers.reserveCapacity(entries.count)
    for entry in entries {
      guard let promise = entry.promise else { continue }
      let index = nodes.count
      let isCancelRequested = promise.readPending { observers.append((index, $0, $1)) }
      guard let isCancelRequested else { continue }
      indices[promise.id] = index
      nodes.append(Node(promise: promise, entry: entry))
      promises.append(
        PendingPromise(
          number: entry.number + 1, age: Double(now - min(entry.creationTime, now)) / 1e9,
          isCancelRequested: isCancelRequested,
          progress: promise.requestedProgress,
          site: names.site(promise.site), type: names.type(of: promise), callers: entry.callers))
    }
    for (index, party, executor) in observers {
      let name = executor.nameOfQueue
      switch party {
      case .promise(let waiting):
        if let waiting = indices[waiting.id] {
          promises[index].waiters.append(.promise(promises[waiting].number, executor: name))
          promises[waiting].dependencies.append(.promise(promises[index].number))
        } else if waiting.maySettle {
          promises[index].waiters.append(.handler(executor: name))
        }
      case .task(let name, let owner):
        let waiting = owner.flatMap { indices[$0.id] }
        promises[index].waiters.append(.task(name: name, promise: waiting.map { promises[$0].number }))
        if let waiting { promises[waiting].dependencies.append(.promise(promises[index].number)) }
      case .thread(let thread):
        let site = thread.site
        promises[index].waiters.append(.thread(isMain: thread.blocksMain, file: site.file, line: site.line))
      case .handler: promises[index].waiters.append(.handler(executor: name))
      }
    }
    var queues: [ObjectIdentifier: QueueState] = [:]
    for index in nodes.indices {
      let origin = nodes[index].entry.origin
      var producer = origin.producer
      promises[index].attempt = origin.attempt
      switch producer {
      case .queuedTask(let name, let reference)?:
        guard let queue = reference.queue else { break }
        let state = queues[ObjectIdentifier(queue)] ?? QueueState(queue, indices, &names)
        queues[ObjectIdentifier(queue)] = state
        if state.running.contains(index) {
          // The task has been called and has not been resumed yet.
          producer = .task(name: name)
          break
        }
        promises[index].position = state.position
        // Any of the running tasks may make room for the next one.
        if state.position.unknown == nil { for other in state.running { promises.addDependency(of: index, on: other) } }
      case .successor(let reference)?:
        if let other = reference.promise.flatMap({ indices[$0.id] }) {
          promises.addDependency(of: index, on: other)
        }
      case .handler(let executor, _, _)? where promises[index].dependencies.isEmpty:
        promises[index].executor = executor.executorIdentity
      default: break
      }
      if promises[index].dependencies.isEmpty {
        promises[index].dependencies = nodes[index].dependencies(producer, now: now, indices)
      } else if let producer, producer.isTask {
        promises[index].dependencies += producer.dependencies(now: now)
      }
    }
    self.promises = promises
  }

  /// The running tasks of a queue, while the snapshot is taken.
  private struct QueueState {
    /// The indices of the promises that are in the snapshot.
    let running: [Int]
    /// What the waiting tasks have in common.
    let position: QueuePosition

    init(_ queue: any TaskQueue, _ indices: [ObjectIdentifier: Int], _ names: inout Names) {
      let promises = queue.runningPromises
      running = promises.compactMap { indices[$0.id] }.sorted()
      let unknown = promises.first { indices[$0.id] == nil }
      position = QueuePosition(
        site: names.site(queue.site),
        unknown: unknown.map { .init(site: names.site($0.site), isCanceled: !$0.isPending) })
    }
  }

  /// The sites and the types of the promises as text. Many promises have the same ones.
  private struct Names {
    private var sites: [CreationSite: PromiseSite] = [:]
    private var types: [ObjectIdentifier: String] = [:]

    mutating func site(_ site: CreationSite) -> PromiseSite {
      if let known = sites[site] { return known }
      let new = PromiseSite(file: site.file, line: site.line, function: site.function)
      sites[site] = new
      return new
    }

    mutating func type(of promise: AnyPromise) -> String {
      let type = Swift.type(of: promise.object)
      if let known = types[ObjectIdentifier(type)] { return known }
      let new = Self.name(of: type)
      types[ObjectIdentifier(type)] = new
      return new
    }

    private static func name(of type: AnyObject.Type) -> String {
      let name = "\(type)"
      if name.hasSuffix("<()>") { return name.hasSuffix("Guarantee<()>") ? "Guarantee<Void>" : "Promise<Void>" }
      // The internal subclasses of promises that operators return have this prefix.
      return name.hasPrefix("Derived") ? String(name.dropFirst("Derived".count)) : name
    }
  }

  /// Creates a snapshot of the given promises.
  init(promises: [PendingPromise]) { self.promises = promises }

  /// A pending promise, while the snapshot is taken.
  private struct Node {
    let promise: AnyPromise
    let entry: PromiseEntry

    /// Returns what the promise waits for if it waits for no other promise in the snapshot.
    func dependencies(
      _ producer: Producer?, now: UInt64, _ indices: [ObjectIdentifier: Int]
    ) -> [PendingPromise.Dependency] {
      let others = promise.awaitedPromises.filter {
        indices[$0.id] == nil && $0.maySettle
      }
      // A promise that was created after the registry was read is not in the snapshot either.
      if !others.isEmpty { return others.map { .otherPromise(file: $0.site.file, line: $0.site.line) } }
      return producer?.dependencies(now: now) ?? []
    }
  }
}

extension [PendingPromise] {
  /// Adds an edge between two promises, neither of which has a handler for the other.
  fileprivate mutating func addDependency(of waiting: Int, on awaited: Int) {
    self[awaited].waiters.append(.promise(self[waiting].number, executor: nil))
    self[waiting].dependencies.append(.promise(self[awaited].number))
  }
}

extension Producer {
  /// What the promise waits for, apart from other promises.
  fileprivate func dependencies(now: UInt64) -> [PendingPromise.Dependency] {
    switch self {
    case .resolver: return [.resolver]
    case .task(let name): return [.task(name: name)]
    case .queuedTask(let name, _): return [.queuedTask(name: name)]
    case .successor: return []
    case .timer(let deadline): return [.timer(secondsLeft: deadline.secondsLeft)]
    case .handler(let executor, let since, let isRunning):
      let seconds = Double(now - min(since, now)) / 1e9
      return [
        isRunning
          ? .runningHandler(executor: executor.name, seconds: seconds)
          : .queuedHandler(executor: executor.name, seconds: seconds)
      ]
    }
  }

  fileprivate var isTask: Bool {
    switch self {
    case .task, .queuedTask: true
    default: false
    }
  }
}

extension PendingSnapshot {
  /// Takes a snapshot of the promises of a context.
  package init(in context: PromiseContext) {
    if let registry = context.registry { self.init(of: registry) } else { self.init(promises: []) }
  }

  /// Returns a clause that says why a promise is pending, or `nil` if the promise is not in the snapshot.
  package func reason(whyPending promise: AnyPromise, in context: PromiseContext) -> String? {
    context.registry?.number(of: promise).flatMap { reason(whyPending: $0) }
  }
}
