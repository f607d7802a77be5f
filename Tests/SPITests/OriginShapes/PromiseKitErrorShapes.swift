#if ORIGIN
  import PromiseKitSignatures
#else
  @_spi(PromiseKit) import PromiseKitVocabulary
#endif

// Everyday shapes of `recover`, of combinators and of new promises in code for PromiseKit.

@available(*, deprecated)
func kitRecover(_ shapes: Shapes, _ screen: ShapeScreen) {
  shapes.expect(failing().recover { _ in load(here(2)) }, 2)
  shapes.expect(failing().recover { _ in Promise.value(here(2)) }, 2)
  let guarantee: Guarantee<Int> = failing().recover { _ in .value(here(2)) }
  shapes.expect(guarantee, 2)
  let statements = failing().recover { error -> Promise<Int> in
    report(here(error))
    return load(2)
  }
  shapes.expect(statements, 2)
  let guarded = failing().recover { error -> Promise<Int> in
    guard error is ShapeError else { throw error }
    return .value(here(2))
  }
  shapes.expect(guarded, 2)
  let rethrowing = failing().recover { error -> Promise<Int> in
    if error is ShapeError { throw error }
    return load(here(2))  // not called
  }
  shapes.expect(rethrowing, error: ShapeError())
  let total = failing().recover { error -> Guarantee<Int> in
    report(here(error))
    return .value(2)
  }
  shapes.expect(total, 2)
  let chosen = failing().recover { error -> Promise<Int> in
    switch error {
    case is ShapeError: return .value(here(2))
    default: throw error
    }
  }
  shapes.expect(chosen, 2)
  shapes.expect(failing().recover(screen.standIn), 2)
  shapes.expect(failing().recover(on: queue) { _ in load(there(2)) }, 2)
  shapes.expect(failing().recover(policy: .allErrors) { _ in load(here(2)) }, 2)
  shapes.expect(load(1).recover { _ in load(2) }, 1)
  shapes.expect(failing().recover { _ in load(2) }.map { here($0 + 1) }, 3)
  let nothing = failing().asVoid().recover { error in report(here(error)) }
  shapes.expect(nothing.map { 2 }, 2)
  let checking = failing().asVoid().recover { error in
    guard error is ShapeError else { throw error }
  }
  shapes.expect(checking.map { 2 }, 2)
  let chain = firstly {
    failing()
  }.map { number in
    number + 1
  }.recover { _ in
    load(here(5))
  }.then { number in
    text(here(number))
  }
  shapes.expect(chain, "5")
}

@available(*, deprecated)
func kitCombining(_ shapes: Shapes, _ screen: ShapeScreen) {
  shapes.expect(when(fulfilled: [load(1), load(2)]), [1, 2])
  shapes.expect(when(fulfilled: [1, 2].map(load)), [1, 2])
  shapes.expect(when(fulfilled: [1, 2].map { load($0) }).map { here($0.count) }, 2)
  shapes.expect(when(fulfilled: load(1), text(2)).map { here("\($0)\($1)") }, "12")
  let pair = when(fulfilled: load(1), text(2)).map { number, text -> String in
    noteHere()
    return "\(number)\(text)"
  }
  shapes.expect(pair, "12")
  let done = when(fulfilled: load(1), text(2)).done { number, text in
    noteHere()
    show(number + text.count)
  }
  shapes.expect(done.map { 2 }, 2)
  let triple = firstly {
    when(fulfilled: load(1), text(2), load(3))
  }.map { a, b, c in
    here("\(a)\(b)\(c)")
  }
  shapes.expect(triple, "123")
  shapes.expect(when(fulfilled: [load(1), failing()]), error: ShapeError())
  shapes.expect(when(fulfilled: [load(1).asVoid(), load(2).asVoid()]).map { here(2) }, 2)
  let results = when(resolved: [load(1), failing()]).map { results in
    here(results.map { result in (try? result.get()) ?? 0 })
  }
  shapes.expect(results, [1, 0])
  shapes.expect(when(guarantees: [ready(1), ready(2)]), [1, 2])
  shapes.expect(race(load(1), load(1)), 1)
  shapes.expect(race([load(1), load(1)]).map { here($0 + 1) }, 2)
  shapes.expect(load(2).then { count in when(fulfilled: (1...count).map { load($0) }) }, [1, 2])
  let four = when(fulfilled: load(1), text(2), load(3), text(4)).map { a, b, c, d in here("\(a)\(b)\(c)\(d)") }
  shapes.expect(four, "1234")
  let unpacked = when(fulfilled: load(1), text(2)).then { number, text in load(here(number + text.count)) }
  shapes.expect(unpacked, 2)
  shapes.expect(when(fulfilled: load(1), failing()).map { here($0 + $1) }, error: ShapeError())  // not called
  shapes.expect(when(fulfilled: [load(1), failing()]).recover { _ in load(here(2)).map { [$0] } }, [2])
  shapes.expect(when(fulfilled: [Promise<Int>]()), [])
  let summed = when(fulfilled: numbers(), load(3)).map { here($0.count + $1) }
  shapes.expect(summed, 5)
  let counted = when(resolved: load(1), failing()).map { results in
    here(results.filter { if case .success = $0 { true } else { false } }.count)
  }
  shapes.expect(counted, 1)
  shapes.expect(race(ready(1), ready(1)), 1)
  shapes.expect(race([load(1), load(1)]).done { show(here($0)) }.map { here(2) }, 2)
  shapes.expect(race(load(1).map { here($0 + 1) }, load(2)), 2)
  shapes.expect(race(load(1), load(1)).then { text(here($0)) }, "1")
  shapes.expect(after(seconds: 0).map { here(1) }, 1)
  shapes.expect(after(.milliseconds(1)).then { load(here(1)) }, 1)
  let waited = firstly { load(1) }.then { number in after(seconds: 0).map { here(number) } }
  shapes.expect(waited, 1)
}

@available(*, deprecated)
func kitCreating(_ shapes: Shapes, _ screen: ShapeScreen) {
  shapes.expect(Promise.value(1), 1)
  shapes.expect(Promise<Int>.value(1), 1)
  let implicit: Promise<Int> = .value(1)
  shapes.expect(implicit, 1)
  shapes.expect(Promise<Int>(error: ShapeError()), error: ShapeError())
  shapes.expect(Promise<Int> { $0.fulfill(1) }, 1)
  shapes.expect(Promise<Int> { seal in seal.fulfill(1) }, 1)
  let statements = Promise<Int> { seal in
    try check(1)
    seal.fulfill(1)
  }
  shapes.expect(statements, 1)
  let throwing = Promise<Int> { _ in throw ShapeError() }
  shapes.expect(throwing, error: ShapeError())
  let rejecting = Promise<Int> { seal in
    if increased(1) > 2 { seal.fulfill(1) } else { seal.reject(ShapeError()) }
  }
  shapes.expect(rejecting, error: ShapeError())
  shapes.expect(Promise { seal in screen.loadNumberOrError(completion: seal.resolve) } as Promise<Int>, 1)
  let resolving: Promise<Int> = Promise { screen.loadNumberOrError(completion: $0.resolve) }
  shapes.expect(resolving, 1)
  let failed: Promise<Int> = Promise { screen.fail(completion: $0.resolve) }
  shapes.expect(failed, error: ShapeError())
  let fulfilling: Promise<Int> = Promise { screen.loadNumber(completion: $0.fulfill) }
  shapes.expect(fulfilling, 1)
  let explicit = Promise<Int> { seal in
    screen.loadNumberOrError { number, error in
      if let error { return seal.reject(error) }
      seal.fulfill(number ?? 0)
    }
  }
  shapes.expect(explicit, 1)
  let (promise, seal) = Promise<Int>.pending()
  seal.fulfill(1)
  shapes.expect(promise, 1)
  let (later, resolve) = Guarantee<Int>.pending()
  resolve(1)
  shapes.expect(later, 1)
  shapes.expect(Guarantee { $0(1) }, 1)
  shapes.expect(Guarantee<Int> { seal in seal(1) }, 1)
  shapes.expect(Guarantee.value(1), 1)
  shapes.expect(Promise().map { here(1) }, 1)
  shapes.expect(firstly { Promise.value(1) }.map { here($0) }, 1)
  shapes.expect(firstly { ready(1) }.map { here($0) }, 1)
  let thrown = firstly { () -> Promise<Int> in
    try check(-1)
    return load(1)
  }
  shapes.expect(thrown, error: ShapeError())
  shapes.expect(Promise(ready(1)), 1)
  shapes.expect(load(1).asVoid().then { load(here(2)) }, 2)
  let cached: Promise<Int> = increased(0) == 1 ? .value(1) : Promise { $0.reject(ShapeError()) }
  shapes.expect(cached, 1)
  let loaded = { (number: Int) -> Promise<Int> in
    guard number > 0 else { return Promise(error: ShapeError()) }
    return load(number)
  }
  shapes.expect(loaded(0), error: ShapeError())
  shapes.expect(loaded(1).map { here($0 + 1) }, 2)
  let both = Promise<Int> { seal in
    load(1).done { seal.fulfill(here($0)) }.catch { seal.reject($0) }
  }
  shapes.expect(both, 1)
  let piped = Promise<Int> { seal in load(1).pipe { seal.resolve($0) } }
  shapes.expect(piped, 1)
}
