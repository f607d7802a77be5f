import TestSupport
import Testing

@testable import PromiseCore

/// The engine uses every promise and every guarantee as a `Promise<Erased>`, which is correct only if all of them have the
/// same layout, for every type of value.
@Suite(.sharingProcessors) struct PromiseHeaderLayoutTests {
  // MARK: Values of different sizes, alignments and kinds

  private struct Empty {}
  private struct Large { let numbers: (Int, Int, Int, Int, Int, Int, Int, Int, Int) = (1, 2, 3, 4, 5, 6, 7, 8, 9) }
  private struct WeakReference: @unchecked Sendable { weak var object: Log<Int>? }
  private struct UnownedReference: @unchecked Sendable { unowned(unsafe) var object: Log<Int> }
  private enum Choice { case none, text(String), log(Log<Int>) }

  @Test func `the type of the value does not change the layout`() throws {
    try expectSameLayout(Int.self, UInt8.self, Double.self, Bool?.self, SIMD16<Double>.self)
    try expectSameLayout(Void.self, Empty.self, [Empty].self, (Empty, Void).self, Never.self)
    try expectSameLayout(String.self, Large.self, Large?.self, (Int, String).self, Choice.self)
    try expectSameLayout(Log<Int>.self, Log<Int>?.self, WeakReference.self, UnownedReference.self, AnyPromise.self)
    try expectSameLayout((any Sendable).self, (any Error).self, (@Sendable () -> Void).self, Promise<Int>.self)
  }

  private func expectSameLayout<each Value: Sendable>(_ types: repeat (each Value).Type) throws {
    for type in repeat each types {
      let (promise, guarantee) = (pendingPromise(type), pendingGuarantee(type))
      #expect(PromiseLayout(of: promise) == .expected, "Promise<\(type)>")
      #expect(PromiseLayout(of: guarantee) == .expected, "Guarantee<\(type)>")
      let derivedPromise = try #require(promise.map(on: nil) { $0 } as? DerivedPromise)
      #expect(PromiseLayout(ofDerived: derivedPromise) == .expectedOfDerived, "Promise<\(type)>")
      let derivedGuarantee = try #require(guarantee.map(on: nil) { $0 } as? DerivedGuarantee)
      #expect(PromiseLayout(ofDerived: derivedGuarantee) == .expectedOfDerived, "Guarantee<\(type)>")
      // Without a resolver, the promises would retain each other forever.
      let trampoline = Trampoline.enter()
      promise.any.abandon(in: trampoline)
      guarantee.any.abandon(in: trampoline)
      trampoline.leave()
    }
  }

  private func pendingPromise<Value>(_ type: Value.Type) -> Promise<Value> {
    Promise(site: CreationSite(#fileID, #line), context: nil)
  }

  private func pendingGuarantee<Value>(_ type: Value.Type) -> Guarantee<Value> {
    Guarantee(site: CreationSite(#fileID, #line), context: nil)
  }

  @Test func `the state machine is at the address by which it is accessed`() {
    let promise = pendingPromise(Int.self)
    let header = withUnsafePointer(to: &promise.header) { UInt(bitPattern: $0) }
    let stateMachine = withUnsafePointer(to: &promise.header.stateMachine) { UInt(bitPattern: $0) }
    #expect(Int(stateMachine - header) == PromiseHeader.stateMachineOffset)
  }

  @Test func `an optional reaction has the layout of a reaction`() {
    #expect(MemoryLayout<Reaction?>.size == MemoryLayout<Reaction>.size)
    let executor = HandlerExecutor.queue(MarkedQueue().queue)
    var reaction: Reaction? = Reaction(on: executor, ErasedHandler()) { _, _, _, _, _ in false }
    let read = withUnsafeMutablePointer(to: &reaction) {
      UnsafeRawPointer($0).assumingMemoryBound(to: Reaction.self).pointee.executor
    }
    #expect(read.identity == executor.identity)
  }

  // MARK: Values

  @Test func `a value is stored, read and released through the layout of another type`() {
    var log: Log<Int>? = Log<Int>()
    weak let released = log
    var promise: Promise<WeakReference>? = .value(WeakReference(object: log))
    #expect(promise?.value?.object === log)
    log = nil
    #expect(promise?.value != nil && promise?.value?.object == nil && released == nil)
    promise = nil
    let large = Promise.value(Large()).map(on: nil) { $0.numbers.8 }
    #expect(large.value == 9 && Promise.value(Empty()).isFulfilled)
  }
}
