import PromiseTesting
import TestSupport
import Testing

@testable import PromiseCore

/// Outcomes of every size and kind, in `OutcomeStorage` and in promises.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit))
struct OutcomeStorageTests {
  /// Calls a closure when it is deallocated.
  private final class Token: Sendable {
    private let onDeinit: @Sendable () -> Void
    init(_ onDeinit: @escaping @Sendable () -> Void = {}) { self.onDeinit = onDeinit }
    deinit { onDeinit() }
  }

  /// Two words, which fit into the storage.
  private struct Pair: Sendable, Equatable {
    var first: Int
    var second: Int
  }

  /// Five words, which do not fit into the storage.
  private struct Large: Sendable {
    var numbers: (Int, Int, Int, Int) = (1, 2, 3, 4)
    let token: Token
  }

  /// Seventeen bytes, one more than the storage holds.
  private struct AlmostFits: Sendable, Equatable {
    var pair = Pair(first: 1, second: 2)
    var byte: UInt8 = 3
  }

  /// A value with a larger alignment than the storage.
  private struct Aligned: Sendable, Equatable {
    var vector = SIMD4<Float>(1, 2, 3, 4)
  }

  /// The runtime may record the address of a weak reference, which then must not be moved bitwise.
  private struct WeakReference: Sendable {
    weak let token: Token?
  }

  private struct TokenError: Error { let token: Token }

  // MARK: - The storage

  /// Moves the storage to the heap as two integers, as promises do.
  private func moveToHeap(_ storage: OutcomeStorage) -> [OutcomeStorage] { [storage] }

  /// Fills the storage, moves it, and reads the value twice.
  private func roundTrip<Value: Equatable>(_ value: Value, inPlace: Bool, _ location: SourceLocation = #_sourceLocation)
  {
    #expect(OutcomeStorage.storesInPlace(Value.self) == inPlace, sourceLocation: location)
    var storage = OutcomeStorage()
    storage.fill(value)
    var moved = moveToHeap(storage)[0]
    #expect(moved.value(as: Value.self) == value, sourceLocation: location)
    #expect(moved.value(as: Value.self) == value, sourceLocation: location)
    moved.clear(Value.self)
  }

  @Test func `a value is stored in place if it fits, and in a box otherwise`() {
    roundTrip(7 as UInt8, inPlace: true)
    roundTrip(-7, inPlace: true)
    roundTrip("a string that is too long to be stored within its own sixteen bytes", inPlace: true)
    roundTrip(Pair(first: 1, second: 2), inPlace: true)
    roundTrip([1, 2, 3], inPlace: true)
    roundTrip(Int?.none, inPlace: true)
    roundTrip(AlmostFits(), inPlace: false)
    roundTrip(Aligned(), inPlace: false)
    roundTrip([Pair](repeating: Pair(first: 1, second: 2), count: 3), inPlace: true)
    #expect(OutcomeStorage.storesInPlace(Void.self))
    #expect(OutcomeStorage.storesInPlace((any Error).self))
    #expect(!OutcomeStorage.storesInPlace(Large.self))
  }

  @Test func `a value that must not be moved bitwise is stored in a box`() {
    #expect(OutcomeStorage.storesInPlace(WeakReference.self) == _isBitwiseTakable(WeakReference.self))
    let token = Token()
    var storage = OutcomeStorage()
    storage.fill(WeakReference(token: token))
    var moved = moveToHeap(storage)[0]
    #expect(moved.value(as: WeakReference.self).token === token)
    moved.clear(WeakReference.self)
  }

  @Test func `storage retains its value until it is cleared`() {
    func check<Value>(_ make: (Token) -> Value, _ location: SourceLocation = #_sourceLocation) {
      let count = Counter()
      var storage = OutcomeStorage()
      storage.fill(make(Token { _ = count.next() }))
      do { _ = storage.value(as: Value.self) }
      // The token has not been released yet, so this is the first call.
      #expect(count.next() == 0, sourceLocation: location)
      storage.clear(Value.self)
      #expect(count.next() == 2, sourceLocation: location)
    }
    check { $0 }
    check { Large(token: $0) }
    check { [$0] }
    check { Optional($0) }
    check { TokenError(token: $0) as any Error }
  }

  @Test func `an error of any type is stored as an existential`() {
    var storage = OutcomeStorage()
    storage.fill(error: TestError.one)
    #expect(storage.error as? TestError == .one)
    #expect(storage.value(as: (any Error).self) as? TestError == .one)
    storage.clear((any Error).self)
  }

  // MARK: - Promises

  @Test func `a promise returns the value that it was fulfilled with`() {
    #expect(Promise.value(7 as UInt8).value == 7)
    #expect(Promise.value("a string that is too long to be stored within itself").value?.count == 52)
    #expect(Promise.value(Pair(first: 1, second: 2)).value == Pair(first: 1, second: 2))
    #expect(Promise.value(AlmostFits()).value == AlmostFits())
    #expect(Promise.value(Aligned()).value == Aligned())
    #expect(Promise.value(Int?.none).value == .some(nil))
    #expect(Promise.value([1, 2, 3]).value == [1, 2, 3])
    #expect(Promise<Void>.value(()).isFulfilled)
    #expect(Guarantee.value(Pair(first: 3, second: 4)).map(on: nil) { $0.second }.value == 4)
  }

  @Test func `weak references pass through a chain and become nil when their object is released`() {
    var token: Token? = Token()
    let (start, resolver) = Promise<WeakReference>.pending()
    let end = start.map(on: nil) { $0 }.then(on: nil) { Promise.value($0) }
    resolver.fulfill(WeakReference(token: token))
    #expect(start.value?.token === token)
    #expect(end.value?.token === token)
    token = nil
    #expect(start.value?.token == nil)
    #expect(end.value?.token == nil)
    #expect(end.isFulfilled)
  }

  @Test func `each value is released exactly once`() {
    let count = Counter()
    func token() -> Token { Token { _ = count.next() } }
    _ = Promise.value(token())
    _ = Promise.value(Large(token: token()))
    _ = Promise.value(Large(token: token())).map(on: nil) { $0 }
    // One token is stored in place, one is in a box, and one was copied from one box to another.
    #expect(count.next() == 3)
  }

  @Test func `a value that arrives after the promise has settled is released`() {
    let count = Counter()
    let (promise, resolver) = Promise<Large>.pending()
    resolver.fulfill(Large(token: Token { _ = count.next() }))
    resolver.fulfill(Large(token: Token { _ = count.next() }))
    #expect(count.next() == 1)
    #expect(promise.value?.numbers.3 == 4)
    withExtendedLifetime(promise) {}
  }

  @Test func `each error is released exactly once`() {
    let count = Counter()
    do {
      let (promise, resolver) = Promise<Int>.pending()
      let child = promise.map(on: nil) { $0 + 1 }
      child.catch(on: nil) { _ in }
      resolver.reject(TokenError(token: Token { _ = count.next() }))
      resolver.reject(TokenError(token: Token { _ = count.next() }))
      #expect(count.next() == 1)
    }
    #expect(count.next() == 3)
  }

  @Test func `a canceled promise releases its handler even if its source has other consumers`() {
    let count = Counter()
    let (promise, resolver) = Promise<Int>.pending()
    let others = promise.map(on: nil) { $0 }
    func attach() -> Promise<Int> {
      let token = Token { _ = count.next() }
      return promise.map(on: nil) { number in
        withExtendedLifetime(token) {}
        return number
      }
    }
    let children = (0..<3).map { _ in attach() }
    for child in children { child.cancel() }
    #expect(count.next() == 3)
    resolver.fulfill(1)
    #expect(others.value == 1)
  }
}
