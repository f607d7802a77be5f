/// What is told when a promise is cancelled before it settled.
///
/// Every case is one reference, so that all of it is one word.
@usableFromInline
package enum Upstream: Sendable {
  /// The promise it was derived from, which loses a consumer.
  case engine(AnyPromiseEngine)
  /// The same, if it is still there: it is not kept.
  case ownerless(WeakEngine)
  /// Those that it is a combination of.
  case members(Members)
  /// A producer, which may stop working.
  case producer(Producer)

  /// Several promises.
  @usableFromInline
  package final class Members: Sendable {
    let engines: [AnyPromiseEngine]
    init(_ engines: [AnyPromiseEngine]) { self.engines = engines }
  }

  /// A function to be called.
  @usableFromInline
  package final class Producer: Sendable {
    /// Told apart, so that a function that needs no run is not wrapped into another one.
    fileprivate enum Function: Sendable {
      case plain(@Sendable () -> Void)
      case relay(@Sendable (inout Run) -> Void)
    }

    private let function: Function
    /// Whether it is code of this library, which does not keep anybody waiting.
    let isOurs: Bool

    fileprivate init(_ function: Function, isOurs: Bool) {
      self.function = function
      self.isOurs = isOurs
    }

    func stop(_ run: inout Run) {
      switch function {
      case .plain(let stop): stop()
      case .relay(let stop): stop(&run)
      }
    }
  }

  package static func engines(_ engines: [AnyPromiseEngine]) -> Upstream { .members(Members(engines)) }

  /// Code of this library.
  package static func handler(_ stop: @escaping @Sendable () -> Void) -> Upstream {
    .producer(Producer(.plain(stop), isOurs: true))
  }

  /// Code of this library that knows whom to tell next. The run that calls it tells them, not the one in the other.
  static func relay(_ stop: @escaping @Sendable (inout Run) -> Void) -> Upstream {
    .producer(Producer(.relay(stop), isOurs: true))
  }

  /// Code of users, which is called when everybody has heard of the outcome.
  package static func callback(_ stop: @escaping @Sendable () -> Void) -> Upstream {
    .producer(Producer(.plain(stop), isOurs: false))
  }

  /// The promise that would be told of cancellation has an outcome, and needs nothing any more.
  ///
  /// That matters to the members of a combinator that are still pending. What they come to is no news to it; and if all
  /// others who want them are cancelled, so are they.
  func letGo() {
    guard case .members(let members) = self else { return }
    for member in members.engines where member.isPending {
      member.markObserved()
      member.consumerLeft()
    }
  }
}

/// A promise that is not kept alive.
@usableFromInline
package final class WeakEngine: @unchecked Sendable {
  // Written once, when it is made; the runtime guards what happens when the promise goes.
  package private(set) weak var engine: AnyPromiseEngine?

  package init(_ engine: AnyPromiseEngine) { self.engine = engine }
}
