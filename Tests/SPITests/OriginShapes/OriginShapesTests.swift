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
      Case("then") { try await Shapes.verify("kitThen", in: "PromiseKitChainShapes", kitThen) },
      Case("map, compactMap, get, tap and values of collections") {
        try await Shapes.verify("kitMap", in: "PromiseKitChainShapes", kitMap)
      },
      Case("old classes") { try await Shapes.verify("kitOldClasses", in: "PromiseKitChainShapes", kitOldClasses) },
      Case("done, ensure and catch") { try await Shapes.verify("kitDone", in: "PromiseKitChainShapes", kitDone) },
      Case("recover") { try await Shapes.verify("kitRecover", in: "PromiseKitErrorShapes", kitRecover) },
      Case("when, race and after") {
        try await Shapes.verify("kitCombining", in: "PromiseKitErrorShapes", kitCombining)
      },
      Case("creating") { try await Shapes.verify("kitCreating", in: "PromiseKitErrorShapes", kitCreating) },
    ]
  }
}

private enum GoogleShapes: MigratingCode {
  @available(*, deprecated, message: "Uses deprecated names.")
  static var cases: [Case] {
    [
      Case("then to a value") { try await Shapes.verify("thenToAValue", in: "GoogleThenShapes", thenToAValue) },
      Case("then to a promise") { try await Shapes.verify("thenToAPromise", in: "GoogleThenShapes", thenToAPromise) },
      Case("then in old classes") {
        try await Shapes.verify("thenOfOldClasses", in: "GoogleThenShapes", thenOfOldClasses)
      },
      Case("then to nothing") { try await Shapes.verify("thenToNothing", in: "GoogleThenShapes", thenToNothing) },
      Case("catch") { try await Shapes.verify("catchingErrors", in: "GoogleErrorShapes", catchingErrors) },
      Case("recover") { try await Shapes.verify("recovering", in: "GoogleErrorShapes", recovering) },
      Case("always, validate, delay and timeout") {
        try await Shapes.verify("observing", in: "GoogleErrorShapes", observing)
      },
      Case("creating") { try await Shapes.verify("creating", in: "GoogleCreationShapes", creating) },
      Case("creating in a chain") {
        try await Shapes.verify("creatingInAChain", in: "GoogleCreationShapes", creatingInAChain)
      },
      Case("all, any, race, reduce and retry") {
        try await Shapes.verify("combining", in: "GoogleCreationShapes", combining)
      },
      Case("wrap") { try await Shapes.verify("wrapping", in: "GoogleCreationShapes", wrapping) },
    ]
  }
}
