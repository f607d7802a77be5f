import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// On an actor, handlers with and without `async` begin in the order in which they were attached to one promise.
///
/// The code that attaches them has the priority of `Task { … }` without an argument. An actor starts tasks of a higher
/// priority first.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct MapInTaskOrderTests {
  /// An actor, and a way to name it in the output.
  enum Kind: CaseIterable {
    case mainActor, defaultActor, actorWithExecutor

    var actor: any Actor {
      switch self {
      case .mainActor: MainActor.shared
      case .defaultActor: DefaultActor()
      case .actorWithExecutor: QueueActor()
      }
    }
  }

  actor DefaultActor {}

  /// When the promise settles.
  enum Moment: CaseIterable {
    /// Before, between or after the attachments, by the code that attaches the handlers.
    case before, between, after
    /// By another thread, after the attachments or meanwhile.
    case later, meanwhile
  }

  @Test(arguments: Kind.allCases, Moment.allCases)
  func `async and other handlers begin in the order in which they were attached`(_ kind: Kind, _ moment: Moment)
    async throws
  {
    let forms: [HandlerForm] = [.done, .doneAsync]
    try await expectOrder(Array(repeating: forms, count: 6).flatMap { $0 }, kind, moment)
  }

  @Test(arguments: Kind.allCases, Moment.allCases)
  func `handlers of different operators begin in the order in which they were attached`(
    _ kind: Kind, _ moment: Moment
  ) async throws {
    try await expectOrder(
      [
        .mapAsync, .map, .getAsync, .get, .ensureAsync, .ensure, .validateAsync, .validate, .compactMapAsync, .then,
        .doneAsync, .tap, .complete, .ensureAsync, .done,
      ], kind, moment)
  }

  /// Attaches handlers again and again, and checks the order in which they begin.
  private func expectOrder(
    _ forms: [HandlerForm], _ kind: Kind, _ moment: Moment, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    for round in 0..<100 {
      let log = Log<Int>()
      func run() async throws {
        let (promise, resolver) = Promise<[Int]>.pending()
        let actor = kind.actor
        let attached = await attach(forms, to: promise, settling: moment, with: resolver, log, on: actor)
        if moment == .later { await elsewhere { resolver.fulfill([1]) } }
        try await when(fulfilled: attached).get(timeout: .testLimit)
      }
      try await round % 2 == 0 ? run() : silently { try await run() }
      #expect(log.entries == Array(forms.indices), "round \(round)", sourceLocation: sourceLocation)
      guard log.entries == Array(forms.indices) else { return }
    }
  }

  private func attach(
    _ forms: [HandlerForm], to promise: Promise<[Int]>, settling moment: Moment, with resolver: Resolver<[Int]>,
    _ log: Log<Int>, on actor: isolated any Actor
  ) -> [Promise<Void>] {
    if moment == .before { resolver.fulfill([1]) }
    if moment == .meanwhile { DispatchQueue.global().async { resolver.fulfill([1]) } }
    let attached = forms.enumerated().map { number, form in
      if moment == .between, number == forms.count / 2 { resolver.fulfill([1]) }
      return form.attach(to: promise, on: actor) { log(number) }
    }
    if moment == .after { resolver.fulfill([1]) }
    return attached
  }
}
