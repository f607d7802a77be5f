import Dispatch
import Measuring
import Workloads

/// Runs chains of one kind, so that their instructions can be counted from outside.
///
/// Usage: `Chains promise|gcd|task|nio LINKS CHAINS`
@main
enum Main {
  static let usage = "Chains promise|gcd|task|nio|combine LINKS CHAINS"

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
  }
}
