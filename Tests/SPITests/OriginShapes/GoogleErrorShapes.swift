#if ORIGIN
  import GooglePromisesSignatures
#else
  @_spi(GooglePromises) import GooglePromisesVocabulary
#endif

// Everyday shapes of `catch`, `recover`, `always`, `validate`, `delay` and `timeout` in code for google/promises.

@available(*, deprecated)
func catchingErrors(_ shapes: Shapes, _ screen: ShapeScreen) {
  shapes.expect(failing().catch { report(here($0)) }, error: ShapeError())
  let statements = failing().catch { error in
    noteHere()
    report(error)
  }
  shapes.expect(statements, error: ShapeError())
  let known: Promise<Int> = failing().catch { error in
    noteHere()
    report(error)
  }
  shapes.expect(known, error: ShapeError())
  let cast = failing().catch { error in
    guard let error = error as? ShapeError else { return }
    report(here(error))
  }
  shapes.expect(cast, error: ShapeError())
  let branches = failing().catch { error in
    if error is ShapeError { noteHere() } else { report(error) }
  }
  shapes.expect(branches, error: ShapeError())
  let chosen = failing().catch { error in
    switch error {
    case is ShapeError: noteHere()
    default: report(error)
    }
  }
  shapes.expect(chosen, error: ShapeError())
  shapes.expect(failing().catch(report), error: ShapeError())
  shapes.expect(failing().catch(screen.report), error: ShapeError())
  shapes.expect(failing().catch({ report(here($0)) }), error: ShapeError())
  shapes.expect(failing().catch(on: queue) { report(there($0)) }, error: ShapeError())
  shapes.expect(failing().catch(on: queue, screen.report), error: ShapeError())
  shapes.expect(failing().catch { _ in noteHere() }, error: ShapeError())
  failing().catch { report(here($0)) }
  failing().then { show($0) }.catch { report(here($0)) }
  shapes.expect(load(1).catch { report($0) }, 1)
  let twice = failing().catch { report(here($0)) }.catch { report(here($0)) }
  shapes.expect(twice, error: ShapeError())
  let then = failing().catch { report(here($0)) }.then { number in number + 1 }
  shapes.expect(then, error: ShapeError())
  let chain = load(1).then { number -> Int in
    guard number > 1 else { throw ShapeError() }
    return number
  }.then { number in
    show(number)
  }.catch { error in
    report(here(error))
  }
  shapes.expect(chain, error: ShapeError())
}

@available(*, deprecated)
func recovering(_ shapes: Shapes, _ screen: ShapeScreen) {
  shapes.expect(failing().recover { _ in here(2) }, 2)
  shapes.expect(failing().recover { _ in load(here(2)) }, 2)
  let statements = failing().recover { error in
    report(here(error))
    return load(2)
  }
  shapes.expect(statements, 2)
  let value = failing().recover { error -> Int in
    report(here(error))
    return 2
  }
  shapes.expect(value, 2)
  let known: Promise<Int> = failing().recover { error in
    report(here(error))
    return load(2)
  }
  shapes.expect(known, 2)
  let guarded = failing().recover { error -> Promise<Int> in
    guard error is ShapeError else { throw error }
    return load(here(2))
  }
  shapes.expect(guarded, 2)
  let guardedValue = failing().recover { error -> Int in
    guard error is ShapeError else { throw error }
    return here(2)
  }
  shapes.expect(guardedValue, 2)
  let rejecting = failing().recover { error -> Promise<Int> in
    if error is ShapeError { return Promise(error) }
    return load(here(2))  // not called
  }
  shapes.expect(rejecting, error: ShapeError())
  let rethrowing = failing().recover { error -> Int in throw error }
  shapes.expect(rethrowing, error: ShapeError())
  let chosen = failing().recover { error -> Promise<Int> in
    switch error {
    case is ShapeError: return Promise(here(2))
    default: throw error
    }
  }
  shapes.expect(chosen, 2)
  shapes.expect(failing().recover(screen.standIn), 2)
  shapes.expect(failing().recover({ _ in load(here(2)) }), 2)
  shapes.expect(failing().recover(on: queue) { _ in load(there(2)) }, 2)
  shapes.expect(failing().recover(on: queue) { _ in there(2) }, 2)
  shapes.expect(failing().recover(on: queue, screen.standIn), 2)
  shapes.expect(load(1).recover { _ in load(2) }, 1)
  shapes.expect(failing().recover { _ in here(2) }.then { here($0 + 1) }, 3)
  let last = failing().then { show($0) }.recover { _ in here(2) }.then { number in show(number) }
  shapes.expect(last, 2)
}

@available(*, deprecated)
func observing(_ shapes: Shapes, _ screen: ShapeScreen) {
  shapes.expect(load(1).always { noteHere() }, 1)
  shapes.expect(failing().always { noteHere() }, error: ShapeError())
  shapes.expect(load(1).always(on: queue) { noteThere() }, 1)
  shapes.expect(load(1).always(screen.end), 1)
  shapes.expect(load(1).always({ noteHere() }), 1)
  let statements = load(1).always {
    noteHere()
    screen.end()
  }
  shapes.expect(statements, 1)
  load(1).then { show($0) }.catch { report($0) }.always { noteHere() }
  shapes.expect(load(1).always { noteHere() }.then { here($0 + 1) }, 2)
  shapes.expect(load(1).validate { here($0) > 0 }, 1)
  shapes.expect(load(1).validate(on: queue) { there($0) > 0 }, 1)
  let checked = load(1).validate { number in
    noteHere()
    return number == 1
  }
  shapes.expect(checked, 1)
  shapes.expect(load(1).validate(screen.accepts), 1)
  shapes.expect(load(1).validate { here($0) > 0 }.then { here("\($0)") }, "1")
  shapes.expect(load(1).validate { $0 > 1 }.recover { _ in here(2) }, 2)
  shapes.expect(load(1).delay(0), 1)
  shapes.expect(load(1).delay(on: queue, 0), 1)
  shapes.expect(load(1).delay(0).then { here($0 + 1) }, 2)
  shapes.expect(load(1).timeout(1000), 1)
  shapes.expect(load(1).timeout(on: queue, 1000), 1)
  shapes.expect(load(1).timeout(1000).then { here($0 + 1) }, 2)
  shapes.expect(failing().timeout(1000).catch { report(here($0)) }, error: ShapeError())
}
