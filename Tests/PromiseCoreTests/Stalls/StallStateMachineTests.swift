import PromiseCore
import TestSupport
import Testing

#if DEBUG
  @Suite(.sharingProcessors) struct StallStateMachineTests {
    typealias Finding = StallStateMachine.Finding
    typealias Verdict = StallStateMachine.Verdict

    /// What a watch with a limit of three ticks must say after these findings.
    private func expected(after findings: [Finding]) -> Verdict {
      if findings.last == .moves { return .end }
      return findings.reversed().prefix { $0 != .busy }.count { $0 == .still } >= 3 ? .report : .watch
    }

    @Test func `a queue has stalled after the limit of ticks in a row without a movement`() {
      var sequences: [[Finding]] = [[]]
      var verdicts: [Verdict: Int] = [:]
      for _ in 1...6 {
        // A watch ends with its first verdict other than `watch`.
        sequences = sequences.filter { $0.isEmpty || expected(after: $0) == .watch }
          .flatMap { sequence in Finding.allCases.map { sequence + [$0] } }
        for sequence in sequences {
          var machine = StallStateMachine(limit: 3)
          let verdict = sequence.reduce(Verdict.watch) { machine.tick($1) }
          #expect(verdict == expected(after: sequence), "\(sequence)")
          verdicts[verdict, default: 0] += 1
        }
      }
      #expect(verdicts.keys.count == 3)
    }

    @Test func `a queue may stand still for five seconds`() {
      var machine = StallStateMachine()
      #expect((1...10).map { _ in machine.tick(.still) } == Array(repeating: .watch, count: 9) + [.report])
    }
  }
#endif
