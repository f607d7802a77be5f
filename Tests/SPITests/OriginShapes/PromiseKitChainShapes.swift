#if ORIGIN
  import PromiseKitSignatures
#else
  @_spi(PromiseKit) import PromiseKitVocabulary
#endif

// Everyday shapes of `firstly`, `then`, `map`, `done` and their kin in code for PromiseKit.

@available(*, deprecated)
func kitThen(_ shapes: Shapes, _ screen: ShapeScreen) {
  shapes.expect(load(1).then { text(here($0)) }, "1")
  let known: Promise<String> = load(1).then { text(here($0)) }
  shapes.expect(known, "1")
  shapes.expect(firstly { load(1) }.then { text(here($0)) }, "1")
  let statements = load(1).then { number -> Promise<String> in
    noteHere()
    return text(number)
  }
  shapes.expect(statements, "1")
  let open = load(1).then { number in
    noteHere()
    return text(number)
  }
  shapes.expect(open, "1")
  let branches = load(1).then { number -> Promise<String> in
    if number > 1 { return text(here(number)) } else { return .value(here("one")) }
  }
  shapes.expect(branches, "one")
  let guarded = load(1).then { number -> Promise<Int> in
    guard number > 1 else { throw ShapeError() }
    return load(here(number))  // not called
  }
  shapes.expect(guarded, error: ShapeError())
  let rejecting = load(1).then { number -> Promise<Int> in
    guard number > 1 else { return Promise(error: ShapeError()) }
    return load(here(number))  // not called
  }
  shapes.expect(rejecting, error: ShapeError())
  let chosen = load(1).then { number -> Promise<String> in
    switch number {
    case 0: return .value("none")
    case 1: return text(here(number))
    default: throw ShapeError()
    }
  }
  shapes.expect(chosen, "1")
  shapes.expect(load(1).then(text), "1")
  shapes.expect(load(1).then(screen.loadText), "1")
  shapes.expect(load(1).then({ text(here($0)) }), "1")
  shapes.expect(load(1).then(on: queue) { text(there($0)) }, "1")
  shapes.expect(load(1).then(on: queue, screen.loadText), "1")
  let onQueue = load(1).then(on: queue) { number -> Promise<String> in
    noteThere()
    return text(number)
  }
  shapes.expect(onQueue, "1")
  shapes.expect(load(1).then { ready(here($0)) }, 1)
  let nested = load(1).then { number in load(2).map { here($0 + number) } }
  shapes.expect(nested, 3)
  let tuple = load(1).then { number in text(number).map { here((number, $0)) } }.map { here("\($0.0)\($0.1)") }
  shapes.expect(tuple, "11")
  let named = load(1).then { number in text(number).map { (number, $0) } }.map { number, text in
    here("\(number)\(text)")
  }
  shapes.expect(named, "11")
  shapes.expect(load(1).then { Promise.value(here($0 + 1)) }, 2)
  let long = firstly {
    load(1)
  }.then { number in
    load(here(number + 1))
  }.then { number in
    text(here(number))
  }.map { text in
    here(text + "!")
  }
  shapes.expect(long, "2!")
  shapes.expect(ready(1).then { load(here($0 + 1)) }, 2)
}

@available(*, deprecated)
func kitMap(_ shapes: Shapes, _ screen: ShapeScreen) {
  shapes.expect(load(1).map { here($0 + 1) }, 2)
  let known: Promise<String> = load(1).map { here("\($0)") }
  shapes.expect(known, "1")
  let statements = load(1).map { number -> Int in
    noteHere()
    return number + 1
  }
  shapes.expect(statements, 2)
  let open = load(1).map { number in
    noteHere()
    return number + 1
  }
  shapes.expect(open, 2)
  let branches = load(1).map { number -> String in
    if number > 1 { return here("many") } else { return here("one") }
  }
  shapes.expect(branches, "one")
  let guarded = load(1).map { number -> Int in
    guard number > 1 else { throw ShapeError() }
    return here(number)  // not called
  }
  shapes.expect(guarded, error: ShapeError())
  let chosen = load(1).map { number -> String in
    switch number {
    case 1: return here("one")
    default: throw ShapeError()
    }
  }
  shapes.expect(chosen, "one")
  shapes.expect(load(1).map(increased), 2)
  shapes.expect(load(1).map(screen.increased), 2)
  shapes.expect(load(1).map(String.init), "1")
  shapes.expect(load(1).map({ here($0 + 1) }), 2)
  shapes.expect(load(1).map(on: queue) { there($0 + 1) }, 2)
  shapes.expect(load(1).map(on: queue, increased), 2)
  shapes.expect(load(1).map { _ in here("done") }, "done")
  shapes.expect(load(1).map { here($0 + 1) }.map { here($0 * 2) }.map { here("\($0)") }, "4")
  shapes.expect(load(1).map { number -> Int? in here(number > 1 ? number : nil) }, nil)
  shapes.expect(load(1).compactMap { here($0 > 0 ? $0 : nil) }, 1)
  shapes.expect(text(1).compactMap { here(Int($0)) }, 1)
  shapes.expect(text(1).compactMap(Int.init), 1)
  let compact = text(1).compactMap { text -> Int? in
    guard text != "0" else { return nil }
    return here(Int(text))
  }
  shapes.expect(compact, 1)
  shapes.expect(text(1).compactMap(on: queue) { there(Int($0)) }, 1)
  shapes.expect(ready(1).map { here($0 + 1) }, 2)
  shapes.expect(load(1).get { show(here($0)) }, 1)
  let got = load(1).get { number in
    noteHere()
    show(number)
  }
  shapes.expect(got, 1)
  let checked = load(1).get { number in
    guard number > 1 else { throw ShapeError() }
    show(number)
  }
  shapes.expect(checked, error: ShapeError())
  shapes.expect(load(1).get(show), 1)
  shapes.expect(load(1).get(on: queue) { show(there($0)) }, 1)
  shapes.expect(load(1).tap { _ in noteHere() }, 1)
  let tapped = load(1).tap { result in
    switch result {
    case .success(let number): show(here(number))
    case .failure(let error): report(error)
    }
  }
  shapes.expect(tapped, 1)
  shapes.expect(failing().tap { _ in noteHere() }, error: ShapeError())
  shapes.expect(load(1).asVoid().map { here(2) }, 2)
  shapes.expect(numbers().mapValues { here($0 + 1) }, [2, 3])
  shapes.expect(numbers().filterValues { here($0) > 1 }, [2])
  shapes.expect(numbers().compactMapValues { here($0 > 1 ? $0 : nil) }, [2])
  shapes.expect(numbers().flatMapValues { here([$0, $0]) }, [1, 1, 2, 2])
  shapes.expect(numbers().thenMap { load(here($0 + 1)) }, [2, 3])
  shapes.expect(numbers().sortedValues(), [1, 2])
  shapes.expect(numbers().firstValue, 1)
  shapes.expect(numbers().lastValue, 2)
}

@available(*, deprecated)
func kitDone(_ shapes: Shapes, _ screen: ShapeScreen) {
  shapes.expect(load(1).done { show(here($0)) }.map { here(2) }, 2)
  let statements = load(1).done { number in
    noteHere()
    show(number)
  }
  shapes.expect(statements.map { 2 }, 2)
  let known: Promise<Void> = load(1).done { number in
    noteHere()
    show(number)
  }
  shapes.expect(known.map { 2 }, 2)
  let guarded = load(1).done { number in
    guard number > 1 else { throw ShapeError() }
    show(number)
  }
  shapes.expect(guarded, error: ShapeError())
  let leaving = load(1).done { number in
    guard number > 1 else { return }
    show(number)
  }
  shapes.expect(leaving.map { 2 }, 2)
  let branches = load(1).done { number in
    if number > 1 { show(number) } else { noteHere() }
  }
  shapes.expect(branches.map { 2 }, 2)
  let chosen = load(1).done { number in
    switch number {
    case 1: noteHere()
    default: show(number)
    }
  }
  shapes.expect(chosen.map { 2 }, 2)
  shapes.expect(load(1).done(show).map { 2 }, 2)
  shapes.expect(load(1).done(screen.show).map { 2 }, 2)
  shapes.expect(load(1).done(on: queue) { show(there($0)) }.map { 2 }, 2)
  load(1).done { show(here($0)) }.catch { report($0) }
  load(1).done { number in
    noteHere()
    show(number)
  }.catch { error in
    report(error)
  }
  firstly {
    load(1)
  }.then { number in
    text(here(number))
  }.done { text in
    noteHere()
    show(text.count)
  }.ensure {
    noteHere()
  }.catch { error in
    report(error)
  }
  load(1).done { show($0) }.cauterize()
  ready(1).done { show(here($0)) }
  shapes.expect(load(1).ensure { noteHere() }, 1)
  shapes.expect(load(1).ensure(on: queue) { noteThere() }, 1)
  shapes.expect(failing().ensure { noteHere() }, error: ShapeError())
  shapes.expect(load(1).ensure(screen.end), 1)
  shapes.expect(load(1).ensureThen { after(seconds: 0) }, 1)
  failing().done { show($0) }.catch { report(here($0)) }
  failing().done { show($0) }.catch(on: queue) { report(there($0)) }
  failing().done { show($0) }.catch(policy: .allErrors) { report(here($0)) }
  failing().done { show($0) }.catch(screen.report)
  failing().done { show($0) }.catch { error in
    if error is ShapeError { noteHere() } else { report(error) }
  }
  failing().done { show($0) }.catch { report(here($0)) }.finally { noteHere() }
}

/// Classes that are not `Sendable`, as those of old code are not.
@available(*, deprecated)
func kitOldClasses(_ shapes: Shapes, _ screen: ShapeScreen) {
  let old = OldScreen()
  let promise = load(1).then { old.loadText(here($0)) }
  shapes.expect(promise, "1")
  let onMain = load(1).then(on: .main) { old.loadText($0) }
  shapes.expect(onMain, "1")
  let weak = load(1).done { [weak old] in old?.show(here($0)) }.map { here(2) }
  shapes.expect(weak, 2)
  let unwrapped = load(1).get { [weak old] number in
    guard let old = old else { return }
    old.show(here(number))  // not called if the screen is gone
  }
  shapes.expect(unwrapped, 1)
}
