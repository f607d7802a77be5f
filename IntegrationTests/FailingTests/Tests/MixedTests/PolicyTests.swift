import PromiseTesting
import Testing

struct Refused: Error {}

/// The innermost setting applies.
@Suite(.promises(timeLimit: .seconds(20))) struct PolicyTests {
  @Test func `an unhandled rejection is an error`() { _ = Promise<Int>(error: Refused()) }

  @Test(.promises(unhandled: .ignore)) func `an unhandled rejection is ignored`() { _ = Promise<Int>(error: Refused()) }

  @Test(.promises(unhandled: .warning)) func `an unhandled rejection is a warning`() {
    _ = Promise<Int>(error: Refused())
  }

  @Suite(.promises(unhandled: .ignore, abandoned: .warning)) struct Inner {
    @Test func `an inner suite ignores an unhandled rejection`() { _ = Promise<Int>(error: Refused()) }

    @Test func `an abandoned promise is a warning`() { _ = Promise<Int> { _ in } }

    @Test(.promises(unhandled: .error)) func `an inner test makes an unhandled rejection an error again`() {
      _ = Promise<Int>(error: Refused())
    }
  }
}
