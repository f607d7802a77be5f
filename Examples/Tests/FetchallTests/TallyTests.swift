import Testing

@testable import fetchall

@Suite struct TallyTests {
  @Test func `the summary contains the four numbers`() {
    var tally = Tally(total: 201, downloaded: 120, alreadyThere: 80, bytes: 12_345_678)
    tally.failures = [Failure(number: 0, name: "a", text: "b")]
    #expect(tally.summary == "downloaded 120, already there 80, failed 1, 12.3 MB")
    #expect(tally.ended == 201)
  }

  @Test func `failures have the order of the list`() {
    let failures = [2, 0, 1].map { Failure(number: $0, name: "\($0)", text: "x") }
    #expect(
      Tally(failures: failures).failureLines == ["fetchall: 0: x", "fetchall: 1: x", "fetchall: 2: x"])
  }

  @Test func `the exit status tells what happened`() {
    let failed = Tally(failures: [Failure(number: 0, name: "a", text: "b")])
    #expect(Tally().status(interruptedBy: nil).code == 0)
    #expect(failed.status(interruptedBy: nil).code == 1)
    #expect(ExitStatus.usage.code == 64)
    #expect(failed.status(interruptedBy: 2).code == 130)
    #expect(Tally().status(interruptedBy: 15).code == 143)
  }

  @Test(arguments: [
    (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (1049, "1.0 kB"), (1050, "1.1 kB"), (999_949, "999.9 kB"),
    (999_950, "1.0 MB"), (12_345_678, "12.3 MB"), (999_999_999, "1.0 GB"), (5_000_000_000_000, "5.0 TB"),
  ])
  func `a size has one decimal and the largest unit`(bytes: Int, text: String) {
    #expect(ByteSize.text(bytes) == text)
  }
}
