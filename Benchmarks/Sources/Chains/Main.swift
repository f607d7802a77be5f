import Dispatch
import Foundation
import Measuring
import Workloads

/// Runs chains of one kind, so that an external tool can count their instructions.
///
/// Usage: `Chains promise|gcd|nio|task|combine STEPS CHAINS`
@main
enum Main {
  static let usage = "Chains promise|gcd|nio|task|combine STEPS CHAINS"

  static func main() {
    let arguments = Arguments()
    let links = arguments.number(1, usage: usage)
    let chains = arguments.number(2, usage: usage)
    let queue = DispatchQueue(label: "chains")
    switch arguments[0] {
    case "promise": PromiseChains.oneAtATime(links: links, chains: chains, on: queue)
    case "gcd": DispatchChains.oneAtATime(links: links, chains: chains, on: queue)
    case "task": TaskChains.oneAtATime(links: links, chains: chains)
    case "nio": NIOChains.oneAtATime(links: links, chains: chains, on: NIOChains.loop)
    case "combine": CombineChains.oneAtATime(links: links, chains: chains, on: queue)
    default: fatalError("usage: \(usage)")
    }
    _exit(0)  // without writing the timeline that `PROMISES_TRACE` may ask for, which is not part of a chain
  }
}
