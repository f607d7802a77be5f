#if ORIGIN
  import GooglePromisesSignatures
#else
  @_spi(GooglePromises) import GooglePromisesVocabulary
#endif

// Everyday shapes of `then` in code for google/promises. `Benchmarks/check-shapes` also compiles this file with the
// signatures of that library.

@available(*, deprecated)
func thenToAValue(_ shapes: Shapes, _ screen: ShapeScreen) {
  let expression = load(1).then { here($0 + 1) }
  shapes.expect(expression, 2)
  let known: Promise<Int> = load(1).then { here($0 + 1) }
  shapes.expect(known, 2)
  let statements = load(1).then { number in
    noteHere()
    return number + 1
  }
  shapes.expect(statements, 2)
  let knownStatements: Promise<String> = load(1).then { number in
    noteHere()
    return String(number)
  }
  shapes.expect(knownStatements, "1")
  let typed = load(1).then { number -> String in
    noteHere()
    return "\(number)"
  }
  shapes.expect(typed, "1")
  let branches = load(1).then { number in
    if number > 1 { return here("many") } else { return here("one") }
  }
  shapes.expect(branches, "one")
  let guarded = load(1).then { number -> Int in
    guard number > 1 else { throw ShapeError() }
    return number
  }
  shapes.expect(guarded, error: ShapeError())
  let guardedOpen = load(1).then { number in
    guard number > 0 else { throw ShapeError() }
    return here(number)
  }
  shapes.expect(guardedOpen, 1)
  let trying = load(1).then { number in
    try check(number)
    return here(number)
  }
  shapes.expect(trying, 1)
  let chosen = load(1).then { number in
    switch number {
    case 0: return here("none")  // not called
    case 1: return here("one")
    default: return here("many")  // not called
    }
  }
  shapes.expect(chosen, "one")
  let switched = load(1).then { number -> Int in
    switch number {
    case 1: throw ShapeError()
    default: return number
    }
  }
  shapes.expect(switched, error: ShapeError())
  shapes.expect(load(1).then(increased), 2)
  shapes.expect(load(1).then(screen.increased), 2)
  shapes.expect(load(1).then(String.init), "1")
  shapes.expect(load(1).then({ here($0 + 1) }), 2)
  shapes.expect(load(1).then(on: queue) { there($0 + 1) }, 2)
  shapes.expect(load(1).then(on: queue, { there($0 + 1) }), 2)
  shapes.expect(load(1).then(on: queue, increased), 2)
  shapes.expect(load(1).then(on: queue, screen.increased), 2)
  let onQueue = load(1).then(on: queue) { number in
    noteThere()
    return number * 3
  }
  shapes.expect(onQueue, 3)
  let onQueueGuarded = load(1).then(on: queue) { number -> Int in
    guard number > 1 else { throw ShapeError() }
    return there(number)  // not called
  }
  shapes.expect(onQueueGuarded, error: ShapeError())
  let optional = load(1).then { number -> Int? in number > 1 ? number : nil }
  shapes.expect(optional, nil)
  let array = load(1).then { [$0, here($0)] }
  shapes.expect(array, [1, 1])
  let shorthand = load(1).then { here("\($0)") }.then { here($0 + "!") }
  shapes.expect(shorthand, "1!")
  let property = text(1).then { here($0.count) }
  shapes.expect(property, 1)
  let ignored = load(1).then { _ in here("done") }
  shapes.expect(ignored, "done")
  let several = load(1).then { here($0 + 1) }.then { here($0 * 2) }
  shapes.expect(several, 4)
  let thrown: Promise<Int> = load(1).then { _ in throw ShapeError() }
  shapes.expect(thrown, error: ShapeError())
  let caught = load(1).then { number -> Int in
    do { try check(number) } catch { return here(0) }  // not called
    return here(number)
  }
  shapes.expect(caught, 1)
  let local = load(1).then { number -> Int in
    func twice(_ number: Int) -> Int { number * 2 }
    return here(twice(number))
  }
  shapes.expect(local, 2)
  let loop = load(3).then { number -> Int in
    var sum = 0
    for item in 1...number { sum += item }
    return here(sum)
  }
  shapes.expect(loop, 6)
}

@available(*, deprecated)
func thenToAPromise(_ shapes: Shapes, _ screen: ShapeScreen) {
  let expression = load(1).then { text(here($0)) }
  shapes.expect(expression, "1")
  let known: Promise<String> = load(1).then { text(here($0)) }
  shapes.expect(known, "1")
  let statements = load(1).then { number in
    noteHere()
    return text(number)
  }
  shapes.expect(statements, "1")
  let typed = load(1).then { number -> Promise<String> in
    noteHere()
    return text(number)
  }
  shapes.expect(typed, "1")
  let branches = load(1).then { number -> Promise<String> in
    if number > 1 { return text(here(number)) } else { return text(here(0)) }
  }
  shapes.expect(branches, "0")
  let openBranches = load(1).then { number in
    if number > 1 { return text(here(number)) } else { return text(here(0)) }
  }
  shapes.expect(openBranches, "0")
  let rejecting: Promise<Int> = load(1).then { number in
    if number == 1 { return Promise(ShapeError()) }
    return load(here(number))  // not called
  }
  shapes.expect(rejecting, error: ShapeError())
  let guarded: Promise<Int> = load(1).then { number in
    guard number > 1 else { return Promise(ShapeError()) }
    return load(here(number))  // not called
  }
  shapes.expect(guarded, error: ShapeError())
  let throwing = load(1).then { number -> Promise<Int> in
    guard number > 1 else { throw ShapeError() }
    return load(here(number))  // not called
  }
  shapes.expect(throwing, error: ShapeError())
  let resolved: Promise<String> = load(1).then { number in
    guard number > 1 else { return Promise("one") }
    return text(here(number))  // not called
  }
  shapes.expect(resolved, "one")
  let chosen = load(1).then { number -> Promise<String> in
    switch number {
    case 0: return Promise("none")
    case 1: return text(here(number))
    default: throw ShapeError()
    }
  }
  shapes.expect(chosen, "1")
  shapes.expect(load(1).then(text), "1")
  shapes.expect(load(1).then(screen.loadText), "1")
  shapes.expect(load(1).then({ text(here($0)) }), "1")
  shapes.expect(load(1).then(on: queue) { text(there($0)) }, "1")
  shapes.expect(load(1).then(on: queue, text), "1")
  shapes.expect(load(1).then(on: queue, screen.loadText), "1")
  let onQueue = load(1).then(on: queue) { number -> Promise<String> in
    noteThere()
    return text(number)
  }
  shapes.expect(onQueue, "1")
  let chain = load(1).then { load(here($0 + 1)) }.then { text(here($0)) }
  shapes.expect(chain, "2")
  let mixed = load(1).then { here($0 + 1) }.then { text(here($0)) }.then { here($0 + "!") }
  shapes.expect(mixed, "2!")
  let nested = load(1).then { number in
    load(here(number + 1)).then { here($0 + number) }
  }
  shapes.expect(nested, 3)
  let nestedStatements = load(1).then { number -> Promise<Int> in
    let other = load(2)
    return other.then { here($0 + number) }
  }
  shapes.expect(nestedStatements, 3)
  let ternary: Promise<Int> = load(1).then { $0 > 1 ? load(here($0)) : Promise(ShapeError()) }  // not called
  shapes.expect(ternary, error: ShapeError())
  let pending = load(1).then { number -> Promise<Int> in
    let promise = Promise<Int>.pending()
    promise.fulfill(here(number + 1))
    return promise
  }
  shapes.expect(pending, 2)
}

/// Classes that are not `Sendable`, as those of old code are not.
@available(*, deprecated)
func thenOfOldClasses(_ shapes: Shapes, _ screen: ShapeScreen) {
  let old = OldScreen()
  let promise = load(1).then(old.loadText)
  shapes.expect(promise, "1")
  let value = load(1).then(old.increased)
  shapes.expect(value, 2)
  let nothing = load(1).then(old.show)
  shapes.expect(nothing, 1)
  let closure = load(1).then { old.loadText(here($0)) }
  shapes.expect(closure, "1")
  let onMain = load(1).then(on: .main, old.loadText)
  shapes.expect(onMain, "1")
  let weak = load(1).then { [weak old] in old?.show(here($0)) }.then { _ in here(2) }
  shapes.expect(weak, 2)
  let unwrapped = load(1).then { [weak old] number in
    guard let old = old else { return }
    old.show(here(number))  // not called if the screen is gone
  }
  shapes.expect(unwrapped, 1)
}

@available(*, deprecated)
func thenToNothing(_ shapes: Shapes, _ screen: ShapeScreen) {
  shapes.expect(load(1).then { show(here($0)) }, 1)
  let statements = load(1).then { number in
    noteHere()
    show(number)
  }
  shapes.expect(statements, 1)
  let known: Promise<Int> = load(1).then { number in
    noteHere()
    show(number)
  }
  shapes.expect(known, 1)
  let trying = load(1).then { number in
    try check(number)
    noteHere()
  }
  shapes.expect(trying, 1)
  let guarded = load(1).then { number in
    guard number > 1 else { throw ShapeError() }
    show(number)
  }
  shapes.expect(guarded, error: ShapeError())
  let branches = load(1).then { number in
    if number > 1 { show(number) } else { noteHere() }
  }
  shapes.expect(branches, 1)
  let chosen = load(1).then { number in
    switch number {
    case 1: noteHere()
    default: show(number)
    }
  }
  shapes.expect(chosen, 1)
  let leaving = load(1).then { number in
    guard number > 1 else { return }
    show(number)
  }
  shapes.expect(leaving, 1)
  let loop = load(1).then { number in
    for item in 0..<number { show(here(item)) }
  }
  shapes.expect(loop, 1)
  let typed = load(1).then { (number: Int) -> Void in
    noteHere()
    show(number)
  }
  shapes.expect(typed, 1)
  shapes.expect(load(1).then(show), 1)
  shapes.expect(load(1).then(screen.show), 1)
  shapes.expect(load(1).then({ show(here($0)) }), 1)
  shapes.expect(load(1).then(on: queue) { show(there($0)) }, 1)
  shapes.expect(load(1).then(on: queue, show), 1)
  let onQueue = load(1).then(on: queue) { number in
    noteThere()
    show(number)
  }
  shapes.expect(onQueue, 1)
  let then = load(1).then { number in
    noteHere()
    show(number)
  }.then { here($0 + 1) }
  shapes.expect(then, 2)
  let twice = load(1).then { show(here($0)) }.then { show(here($0)) }
  shapes.expect(twice, 1)
  load(1).then { show(here($0)) }
  load(1).then { number in
    noteHere()
    show(number)
  }
  let nothing = load(1).then { _ in }
  shapes.expect(nothing, 1)
  let returned = { () -> Promise<Int> in
    load(1).then { number in
      noteHere()
      show(number)
    }
  }()
  shapes.expect(returned, 1)
  let assigned = load(1).then { number in
    var copy = number
    copy += 1
    show(copy)
  }
  shapes.expect(assigned, 1)
}
