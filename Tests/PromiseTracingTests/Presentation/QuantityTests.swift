import TestSupport
import Testing

@testable import PromiseTracing

/// The forms of words in descriptions.
@Suite(.sharingProcessors) struct QuantityTests {
  @Test func `one thing has words in the singular`() {
    let one = Quantity(1)
    #expect(one.isOne)
    #expect([one.itOrThey, one.itOrThem, one.itOrEach] == ["it", "it", "it"])
    #expect([one.isOrAre, one.wasOrWere, one.hasOrHave, one.verb("wait")] == ["is", "was", "has", "waits"])
    #expect([one.counted("task"), one.some("task"), one.indefinite("task")] == ["1 task", "a task", "a task"])
    #expect([one.this("handler"), one.pending(for: "3 s"), one.times] == ["this handler", "pending for 3 s", ""])
  }

  @Test(arguments: [0, 2, 1_200]) func `several things have words in the plural`(_ count: Int) {
    let (several, number) = (Quantity(count), Words.number(count))
    #expect(!several.isOne)
    #expect([several.itOrThey, several.itOrThem, several.itOrEach] == ["they", "them", "each"])
    #expect(
      [several.isOrAre, several.wasOrWere, several.hasOrHave, several.verb("wait")] == ["are", "were", "have", "wait"])
    #expect(several.counted("task") == "\(number) tasks" && several.some("task") == several.counted("task"))
    #expect(several.indefinite("task") == "tasks" && several.this("handler") == "these handlers")
    #expect(several.pending(for: "3 s") == "\(number) promises, pending for up to 3 s")
    #expect(several.times == "\(number) × ")
  }
}
