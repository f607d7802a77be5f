import Measuring
import PromiseCore

/// Measures the effect of very long chains on the stack, on the time per element, and on other blocks of the queue, and
/// the time of a snapshot of many pending promises, and of a timeline of many events.
@main
enum Main {
  static let usage = "Depth settled|dropped|growth|fairness|snapshot|timeline [NUMBER]"

  static func main() throws {
    PromiseDiagnostics.handler = { _ in }
    let arguments = Arguments()
    let number = arguments[1] == nil ? 1_000_000 : arguments.number(1, usage: usage)
    switch arguments[0] {
    case "settled":
      onSmallStack { DeepChain.settle(number) }
      print("settled", number, "survived", separator: "\t")
    case "dropped":
      onSmallStack { DeepChain.drop(number) }
      print("dropped", number, "survived", separator: "\t")
    case "growth":
      for growth in Growth.allCases { growth.report() }
    case "fairness":
      // The machine itself pauses, so the best of several runs shows the library's own effect.
      let gaps = (0..<3).map { _ in Fairness.largestGap(links: number) }
      let blocks = (0..<3).map { _ in Fairness.largestGapOfBlocks(number) }
      print("promise", gaps.min() ?? 0, separator: "\t")
      print("gcd", blocks.min() ?? 0, separator: "\t")
    case "snapshot": Snapshot.report(arguments[1] == nil ? 100_000 : number)
    case "timeline": try Timeline.report(number)
    default: fatalError("usage: \(usage)")
    }
  }
}
