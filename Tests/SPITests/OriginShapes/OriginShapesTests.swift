import PromiseTesting
import Testing

/// Everyday shapes of code for other libraries compile, and do what they do there: their values and the queues of their
/// handlers are those that the other library's documentation and sources promise.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct OriginShapesTests {
  @Test(arguments: cases(of: GoogleShapes.self)) func `code for google promises does what it did there`(
    _ test: Case
  ) async throws { try await test.body() }

  @Test(arguments: cases(of: PromiseKitShapes.self)) func `code for PromiseKit does what it did there`(
    _ test: Case
  ) async throws { try await test.body() }
}

private enum PromiseKitShapes: MigratingCode {
  @available(*, deprecated, message: "Uses deprecated names.")
  static var cases: [Case] {
    [
      Case("then") { await Shapes.verify(kitThen) },
      Case("map, compactMap, get, tap and values of collections") { await Shapes.verify(kitMap) },
      Case("old classes") { await Shapes.verify(kitOldClasses) },
      Case("done, ensure and catch") { await Shapes.verify(kitDone) },
      Case("recover") { await Shapes.verify(kitRecover) },
      Case("when, race and after") { await Shapes.verify(kitCombining) },
      Case("creating") { await Shapes.verify(kitCreating) },
    ]
  }
}

private enum GoogleShapes: MigratingCode {
  @available(*, deprecated, message: "Uses deprecated names.")
  static var cases: [Case] {
    [
      Case("then to a value") { await Shapes.verify(thenToAValue) },
      Case("then to a promise") { await Shapes.verify(thenToAPromise) },
      Case("then in old classes") { await Shapes.verify(thenOfOldClasses) },
      Case("then to nothing") { await Shapes.verify(thenToNothing) },
      Case("catch") { await Shapes.verify(catchingErrors) },
      Case("recover") { await Shapes.verify(recovering) },
      Case("always, validate, delay and timeout") { await Shapes.verify(observing) },
      Case("creating") { await Shapes.verify(creating) },
      Case("all, any, race, reduce and retry") { await Shapes.verify(combining) },
      Case("wrap") { await Shapes.verify(wrapping) },
    ]
  }
}
