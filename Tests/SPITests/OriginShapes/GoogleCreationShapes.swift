#if ORIGIN
  import GooglePromisesSignatures
#else
  @_spi(GooglePromises) import GooglePromisesVocabulary
#endif

// Everyday shapes of code for google/promises that creates and combines promises.

@available(*, deprecated)
func creating(_ shapes: Shapes, _ screen: ShapeScreen) {
  shapes.expect(Promise(1), 1)
  shapes.expect(Promise("a"), "a")
  shapes.expect(Promise([1, 2]), [1, 2])
  let known: Promise<Int> = Promise(ShapeError())
  shapes.expect(known, error: ShapeError())
  shapes.expect(Promise<Int>(ShapeError()), error: ShapeError())
  let none: Promise<Int?> = Promise(nil)
  shapes.expect(none, nil)
  shapes.expect(Promise { here(1) }, 1)
  shapes.expect(Promise<Int> { here(1) }, 1)
  shapes.expect(Promise(on: queue) { there(1) }, 1)
  let statements = Promise<Int> { () -> Int in
    try check(1)
    return here(1)
  }
  shapes.expect(statements, 1)
  func one() -> Int { here(1) }
  func loadOne() -> Promise<Int> { load(here(1)) }
  func settle(_ fulfill: (Int) -> Void, _ reject: (any Error) -> Void) { fulfill(here(1)) }
  shapes.expect(Promise(one), 1)
  shapes.expect(Promise<Int>(one), 1)
  shapes.expect(Promise<Int>(loadOne), 1)
  shapes.expect(Promise<Int>(settle), 1)
  shapes.expect(Promise<Int>({ here(1) }), 1)
  shapes.expect(Promise<Int>({ load(here(1)) }), 1)
  let inParentheses = Promise<Int>({ fulfill, reject in
    noteHere()
    fulfill(1)
  })
  shapes.expect(inParentheses, 1)
  let guarded = Promise { () -> Int in
    guard increased(1) > 2 else { throw ShapeError() }
    return here(1)  // not called
  }
  shapes.expect(guarded, error: ShapeError())
  let promise = Promise<Int> { () -> Promise<Int> in load(here(1)) }
  shapes.expect(promise, 1)
  let returned: Promise<String> = Promise { text(here(1)) }
  shapes.expect(returned, "1")
  let throwing = Promise<Int> { () -> Int in throw ShapeError() }
  shapes.expect(throwing, error: ShapeError())
  let callback = Promise<Int> { fulfill, reject in
    noteHere()
    fulfill(1)
  }
  shapes.expect(callback, 1)
  let rejecting = Promise<Int> { fulfill, reject in
    if increased(1) > 2 { fulfill(here(1)) } else { reject(here(ShapeError())) }
  }
  shapes.expect(rejecting, error: ShapeError())
  let onQueue = Promise<Int>(on: queue) { fulfill, reject in
    noteThere()
    fulfill(1)
  }
  shapes.expect(onQueue, 1)
  let oldStyle = Promise<Int> { fulfill, _ in load(1).then { fulfill(here($0)) } }
  shapes.expect(oldStyle, 1)
  let pending = Promise<Int>.pending()
  pending.fulfill(1)
  shapes.expect(pending, 1)
  let failed = Promise<Int>.pending()
  failed.reject(ShapeError())
  shapes.expect(failed, error: ShapeError())
  let empty = Promise<Int>()
  load(1).then { empty.fulfill(here($0)) }
  shapes.expect(empty, 1)
  shapes.expect(Promise(1).then { here($0 + 1) }, 2)
  shapes.expect(Promise { here(1) }.then { here($0 + 1) }, 2)
}

@available(*, deprecated)
func combining(_ shapes: Shapes, _ screen: ShapeScreen) {
  shapes.expect(all([load(1), load(2)]), [1, 2])
  shapes.expect(all(load(1), load(2), load(3), load(4), load(5)), [1, 2, 3, 4, 5])
  shapes.expect(all([1, 2].map { load($0) }), [1, 2])
  shapes.expect(all([1, 2].map(load)).then { here($0.count) }, 2)
  shapes.expect(all(load(1), text(2)).then { here("\($0)\($1)") }, "12")
  let pair = all(load(1), text(2)).then { number, text -> String in
    noteHere()
    return "\(number)\(text)"
  }
  shapes.expect(pair, "12")
  let triple = all(load(1), text(2), load(3)).then { a, b, c in here("\(a)\(b)\(c)") }
  shapes.expect(triple, "123")
  shapes.expect(all([load(1), failing()]), error: ShapeError())
  let lists = load(2).then { count in all((1...count).map { load($0) }) }
  shapes.expect(lists, [1, 2])
  shapes.expect(any([load(1), failing()]).then { here($0.compactMap { $0.value }) }, [1])
  let maybe = any(load(1), text(2)).then { number, text in here("\(number.value ?? 0)\(text.value ?? "")") }
  shapes.expect(maybe, "12")
  shapes.expect(race([load(1), load(1)]), 1)
  shapes.expect(race(load(1), load(1)).then { here($0 + 1) }, 2)
  shapes.expect(load(0).reduce(1, 2) { sum, item in load(here(sum + item)) }, 3)
  let reduced = load(0).reduce([1, 2]) { sum, item -> Promise<Int> in
    noteHere()
    return load(sum + item)
  }
  shapes.expect(reduced, 3)
  shapes.expect(load(0).reduce(on: queue, [1, 2]) { sum, item in load(there(sum + item)) }, 3)
  shapes.expect(retry { load(here(1)) }, 1)
  let retried = retry(attempts: 2, delay: 0) { () -> Promise<Int> in
    noteHere()
    return failing()
  }
  shapes.expect(retried, error: ShapeError())
  let conditional = retry(attempts: 5, delay: 0, condition: { count, _ in count < 3 }) { failing() }
  shapes.expect(conditional, error: ShapeError())
  shapes.expect(retry(on: queue, attempts: 1, delay: 0) { load(there(1)) }, 1)
}

/// As in the documentation of google/promises: the compiler infers the types of several new promises at once.
@available(*, deprecated)
func creatingInAChain(_ shapes: Shapes, _ screen: ShapeScreen) {
  let lists = all(Promise(1), Promise("x")).then { a, b in noteHere() }.then { _ in all([Promise(1), Promise(2)]) }
  shapes.expect(lists, [1, 2])
  let joined = Promise<String>("0").reduce([1, 2, 3]) { partial, n in Promise(here(partial + ", " + String(n))) }
  shapes.expect(joined, "0, 1, 2, 3")
}

@available(*, deprecated)
func wrapping(_ shapes: Shapes, _ screen: ShapeScreen) {
  let value: Promise<Int> = wrap { screen.loadNumber(completion: $0) }
  shapes.expect(value, 1)
  let optional: Promise<Int?> = wrap { screen.loadNumberOrError(completion: $0) }
  shapes.expect(optional, 1)
  let chain = wrap { (handler: @escaping (Int?, Error?) -> Void) in
    screen.loadNumberOrError(completion: handler)
  }.then { here($0 ?? 0) }
  shapes.expect(chain, 1)
  let removed = wrap { screen.remove(completion: $0) }.then { error -> String in
    guard error == nil else { return here("failed") }  // not called
    return here("removed")
  }
  shapes.expect(removed, "removed")
  let unwrapped: Promise<Int> = wrap { screen.remove(completion: $0) }.then { error in
    if let error = error { return Promise(error) } else { return load(here(1)) }
  }
  shapes.expect(unwrapped, 1)
  let reported = wrap { screen.remove(completion: $0) }.then { error in if let error = error { report(error) } }
  shapes.expect(reported.then { _ in here(1) }, 1)
  let typed = wrap { (handler: @escaping (Error?) -> Void) in screen.remove(completion: handler) }
  shapes.expect(typed.then { $0 == nil }, true)
  let onQueue = wrap(on: queue) { screen.remove(completion: $0) }.then { error in here(error == nil) }
  shapes.expect(onQueue, true)
  let refused = wrap { screen.refuse(completion: $0) }.then { _ in here(1) }  // not called
  shapes.expect(refused, error: ShapeError())
  let failed: Promise<Int?> = wrap { screen.fail(completion: $0) }
  shapes.expect(failed, error: ShapeError())
}
