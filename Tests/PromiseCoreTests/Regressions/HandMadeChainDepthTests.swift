import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// No recursion, also in chains that users make by hand from resolvers, callbacks and thenables of their own: on a
/// stack of 512 KiB, which a recursion of this depth does not fit on.
@Suite(.promises(timeLimit: .seconds(280)), .serialized) struct `A long chain made by hand needs no stack` {
  static let depth = many(100_000)

  @Test func `when each promise pipes into the next`() async {
    await onSmallStack {
      let (start, resolver) = Promise<Int>.pending()
      var end = start
      for _ in 0..<Self.depth {
        let inner = end
        end = Promise { seal in inner.pipe { seal.resolve($0) } }
      }
      resolver.fulfill(7)
      #expect(end.value == 7)
    }
  }

  @Test func `when each promise is rejected into the next`() async {
    await onSmallStack {
      let (start, resolver) = Promise<Int>.pending()
      var end = start
      for _ in 0..<Self.depth {
        let inner = end
        end = Promise { seal in inner.pipe { seal.resolve($0) } }
      }
      resolver.reject(TestError.one)
      #expect(end.error as? TestError == .one)
    }
  }

  @Test func `when each guarantee pipes into the next`() async {
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

  @Test func `when a handler settles the next promise`() async {
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

  @Test func `when cancellation is forwarded by hand`() async {
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

  @Test func `when each link is a thenable of another library`() async {
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

  @Test func `when it is abandoned`() async {
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

@Suite(.promises(timeLimit: .seconds(280)), .serialized) struct `Deeply nested races need no stack` {
  static let depth = many(100_000)

  private static func nest(around promise: Promise<Int>) -> Promise<Int> {
    var whole = promise
    for _ in 0..<depth { whole = race(fulfilled: [whole]) }
    return whole
  }

  @Test func `when the innermost promise is rejected, and the errors are released`() async {
    await onSmallStack {
      let (promise, resolver) = Promise<Int>.pending()
      let whole = Self.nest(around: promise)
      resolver.reject(TestError.one)
      #expect(whole.isRejected)
      guard case .noWinner(let errors)? = whole.error as? PromiseError else {
        Issue.record("the error is \(String(describing: whole.error.map { type(of: $0) }))")
        return
      }
      #expect(errors.count == 1)
    }
  }

  @Test func `when the innermost promise is fulfilled`() async {
    await onSmallStack {
      let (promise, resolver) = Promise<Int>.pending()
      let whole = Self.nest(around: promise)
      resolver.fulfill(7)
      #expect(whole.value == 7)
    }
  }
}
