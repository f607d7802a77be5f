import Dispatch
import PromiseConcurrency
import PromiseCore
import TestSupport

/// Runs a graph with real promises, threads and tasks.
final class GraphRun: Sendable {
  /// A node, with its type.
  enum Vertex: Sendable {
    case tick(Guarantee<Void>)
    case guarantee(Guarantee<Token>)
    case promise(Promise<Token>)
  }

  /// A value that is counted while it is alive.
  struct Token: Sendable {
    fileprivate let object: Lifetime.Object
  }

  private struct Slot: Sendable {
    var vertex: Vertex?
    var fulfill: (@Sendable (Token) -> Void)?
    var reject: (@Sendable () -> Void)?
  }

  private struct Waits: Sendable {
    var tasks: [Int: Task<Void, Never>] = [:]
    var started: Set<Int> = []
    var ended: Set<Int> = []
  }

  let graph: Graph
  let queues: [Graph.ExecutorKind: DispatchQueue]
  private let lifetime = Lifetime()
  private let lastUses: [Int]
  private let slots: Lock<[Slot]>
  private let waits = Lock(Waits())
  private let created = Counter()

  init(_ graph: Graph, on queues: [Graph.ExecutorKind: DispatchQueue]) {
    self.graph = graph
    self.queues = queues
    lastUses = graph.lastUses
    slots = Lock(graph.nodes.map { _ in Slot() })
  }

  func token() -> Token { Token(object: lifetime.object()) }

  func vertex(_ node: Int) -> Vertex? { slots.withLock { $0[node].vertex } }

  // MARK: - What is left

  /// The waits that have begun but have not returned.
  var hanging: [Int] { waits.withLock { $0.started.subtracting($0.ended).sorted() } }

  /// The number of waits that have returned.
  var endedCount: Int { waits.withLock { $0.ended.count } }

  /// The number of values and handler captures that are alive.
  var alive: Int { lifetime.alive }

  // MARK: - Threads

  /// Performs the actions of one thread.
  func run(thread: Int) {
    guard thread < graph.threads.count else { return }
    for action in graph.threads[thread] { perform(action) }
  }

  private func perform(_ action: Graph.Action) {
    switch action {
    case .create(let number):
      let node = graph.nodes[number]
      let vertex = create(node, number)
      slots.withLock { $0[number].vertex = vertex }
      created.next()
    case .cancel(let node): at(node)?.cancel()
    case .release(let node):
      awaitNode(lastUses[node])
      let old = slots.withLock { $0[node].vertex.take() }
      withExtendedLifetime(old) {}
    case .fulfill(let node):
      awaitNode(node)
      let fulfill = slots.withLock { $0[node].fulfill.take() }
      fulfill?(token())
      let other = slots.withLock { $0[node].reject.take() }
      withExtendedLifetime(other) {}
    case .reject(let node):
      awaitNode(node)
      let reject = slots.withLock { $0[node].reject.take() }
      reject?()
      let other = slots.withLock { $0[node].fulfill.take() }
      withExtendedLifetime(other) {}
    case .wait(let number, let node, let wait): if let vertex = at(node) { start(number, vertex, wait) }
    case .cancelTask(let wait): waits.withLock { $0.tasks[wait] }?.cancel()
    case .pause(let rounds): spin(rounds) { true }
    }
  }

  /// Releases all nodes.
  func releaseAll() {
    let old = slots.withLock { slots in
      defer { slots = slots.map { _ in Slot() } }
      return slots
    }
    withExtendedLifetime(old) {}
  }

  /// Waits until the node exists, and returns it, or `nil` if the graph has released it.
  private func at(_ node: Int) -> Vertex? {
    awaitNode(node)
    return vertex(node)
  }

  private func awaitNode(_ node: Int) { spin { created.value <= node } }

  // MARK: - Sources

  func pendingGuarantee(_ number: Int) -> Vertex {
    let (guarantee, resolve) = Guarantee<Token>.pending()
    slots.withLock { $0[number].fulfill = resolve }
    return .guarantee(guarantee)
  }

  func pendingPromise(_ number: Int) -> Vertex {
    let (promise, resolver) = Promise<Token>.pending()
    slots.withLock { slots in
      slots[number].fulfill = { resolver.fulfill($0) }
      slots[number].reject = { resolver.reject(TestError.one) }
    }
    return .promise(promise)
  }

  // MARK: - Waits

  private func start(_ number: Int, _ vertex: Vertex, _ wait: Graph.Wait) {
    waits.withLock { _ = $0.started.insert(number) }
    if case .pipe = wait { return vertex.pipe { self.end(number) } }
    let task = Task {
      await vertex.await(wait)
      end(number)
    }
    waits.withLock { $0.tasks[number] = task }
  }

  private func end(_ number: Int) {
    waits.withLock { waits in
      waits.ended.insert(number)
      waits.tasks[number] = nil
    }
  }
}

extension GraphRun.Vertex {
  fileprivate func cancel() {
    switch self {
    case .tick(let guarantee): guarantee.cancel()
    case .guarantee(let guarantee): guarantee.cancel()
    case .promise(let promise): promise.cancel()
    }
  }

  fileprivate func pipe(_ handler: @escaping @Sendable () -> Void) {
    switch self {
    case .tick(let guarantee): guarantee.pipe { _ in handler() }
    case .guarantee(let guarantee): guarantee.pipe { _ in handler() }
    case .promise(let promise): promise.pipe { _ in handler() }
    }
  }

  /// Waits for the outcome. Returns when the wait ends, for any reason.
  fileprivate func await(_ wait: Graph.Wait) async {
    switch (self, wait) {
    case (.tick(let guarantee), .get): await guarantee.get()
    case (.tick(let guarantee), .forward): await guarantee.get(cancellation: .forward)
    case (.guarantee(let guarantee), .get): await guarantee.get()
    case (.guarantee(let guarantee), .forward): await guarantee.get(cancellation: .forward)
    case (.promise(let promise), .get): _ = try? await promise.get()
    case (.promise(let promise), .forward): _ = try? await promise.get(cancellation: .forward)
    case (_, .timeout(let microseconds, let losers)): await thenable.await(microseconds, losers)
    case (_, .pipe): break
    }
  }

  var thenable: any Thenable {
    switch self {
    case .tick(let guarantee): guarantee
    case .guarantee(let guarantee): guarantee
    case .promise(let promise): promise
    }
  }
}

extension Thenable {
  fileprivate func await(_ microseconds: Int, _ losers: LoserPolicy) async {
    _ = try? await promise.get(timeout: Double(microseconds) / 1e6, losers: losers)
  }
}
