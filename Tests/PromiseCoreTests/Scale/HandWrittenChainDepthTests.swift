import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Chains that users build by hand from resolvers, handlers, and their own thenables do not recurse.
///
/// Each test runs on a stack of 512 KiB, which recursion of this depth would overflow.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit), .serialized) struct HandWrittenChainDepthTests {
  static let depth = many(100_000)

  /// Returns the last promise of a chain in which each promise pipes its outcome into the next, and the first resolver.
  private static func pipedChain() -> (end: Promise<Int>, resolver: Resolver<Int>) {
    let (start, resolver) = Promise<Int>.pending()
    var end = start
    for _ in 0..<depth {
      let inner = end
      end = Promise { seal in inner.pipe { seal.resolve($0) } }
    }
    return (end, resolver)
  }

  @Test func `promises that pipe a value into the next promise need only a small stack`() async {
    await onSmallStack {
      let (end, resolver) = Self.pipedChain()
      resolver.fulfill(7)
      #expect(end.value == 7)
    }
  }

  @Test func `promises that pipe an error into the next promise need only a small stack`() async {
    await onSmallStack {
      let (end, resolver) = Self.pipedChain()
      resolver.reject(TestError.one)
      #expect(end.error as? TestError == .one)
    }
  }

  @Test func `guarantees that pipe into the next guarantee need only a small stack`() async {
    await onSmallStack {
      let (start, resolve) = Guarantee<Int>.pending()
      var end = start
      for _ in 0..<Self.depth {
        let inner = end
        end = Guarantee { seal in
          let seal = seal
          inner.pipe { if case .success(let value) = $0 { seal(value) } }
        }
      }
      resolve(7)
      #expect(end.value == 7)
    }
  }

  @Test func `handlers that settle the next promise need only a small stack`() async {
    await onSmallStack {
      let (start, resolver) = Promise<Int>.pending()
      var end = start
      for _ in 0..<Self.depth {
        let (next, resolverOfNext) = Promise<Int>.pending()
        end.done(on: nil) { resolverOfNext.fulfill($0 + 1) }.cauterize()
        end = next
      }
      resolver.fulfill(0)
      #expect(end.value == Self.depth)
    }
  }

  @Test func `cancellation that onCancel handlers forward needs only a small stack`() async {
    await onSmallStack {
      let (start, resolver) = Promise<Int>.pending()
      var end = start
      for _ in 0..<Self.depth {
        let inner = end
        end = Promise { seal in
          inner.pipe { seal.resolve($0) }
          seal.onCancel { inner.cancel() }
        }
      }
      end.cancel()
      #expect(end.isRejected && start.isRejected && resolver.isCancelled)
    }
  }

  @Test func `a chain through foreign thenables needs only a small stack`() async {
    await onSmallStack {
      let (start, resolver) = Promise<Int>.pending()
      var end = start
      for _ in 0..<Self.depth {
        let foreign = ForeignPromise<Int>()
        end.pipe { foreign.settle($0) }
        end = Promise(foreign)
      }
      resolver.fulfill(7)
      #expect(end.value == 7)
    }
  }

  @Test func `abandoning a chain needs only a small stack`() async {
    await onSmallStack {
      silently {
        func chain() -> Promise<Int> {
          var end = Promise<Int>.pending().promise
          for _ in 0..<Self.depth {
            let inner = end
            end = Promise { seal in inner.pipe { seal.resolve($0) } }
          }
          return end
        }
        #expect(chain().isRejected)
        var (start, resolver): (Promise<Int>?, Resolver<Int>?) = Promise<Int>.pending()
        var end = start!
        for _ in 0..<Self.depth {
          let inner = end
          end = Promise { seal in inner.pipe { seal.resolve($0) } }
        }
        (start, resolver) = (nil, nil)
        #expect(end.isRejected && start == nil && resolver == nil)
      }
    }
  }
}
