import PromiseTesting
import Testing

/// 496 cases that pass, in parallel with the four tests that fail. Every fourth case blocks its thread.
@Suite(.promises(timeLimit: .seconds(20))) struct Passing {
  private static let numbers = 0..<496

  @Test(arguments: numbers.filter { !$0.isMultiple(of: 4) })
  func `a test awaits its promises`(_ number: Int) async throws { try await awaitWork(number) }

  @Test(arguments: numbers.filter { $0.isMultiple(of: 4) })
  func `a test blocks its thread until its promises have settled`(_ number: Int) { blockOnWork(number) }
}
