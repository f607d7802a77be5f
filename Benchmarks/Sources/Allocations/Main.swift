import CAllocations
import Dispatch
import Measuring
import NIOCore
import Workloads

/// Counts the allocations of promises and of the libraries they are compared with.
///
/// Prints a line for each measurement: object, subject, calls, requested bytes, and usable bytes, per promise or step.
@main
enum Main {
  static let count = 1000

  static func main() {
    guard allocations_can_be_counted() else {
      print("Allocations cannot be counted on this system: it does not use glibc.")
      return
    }
    let queue = DispatchQueue(label: "allocations")
    let loop = NIOChains.loop

    objects("settled", "promise") { PromiseObjects.settled(count, counted: $0) }
    onLoop(loop) { objects("settled", "nio") { NIOObjects.settled(count, on: loop, counted: $0) } }
    objects("pending", "promise") { PromiseObjects.pending(count, on: queue, counted: $0) }
    onLoop(loop) { objects("pending", "nio") { NIOObjects.pending(count, on: loop, counted: $0) } }

    link("promise") { PromiseChains.oneAtATime(links: $0, chains: $1, on: queue) }
    link("gcd") { DispatchChains.oneAtATime(links: $0, chains: $1, on: queue) }
    link("nio") { NIOChains.oneAtATime(links: $0, chains: $1, on: loop) }
    link("task") { TaskChains.oneAtATime(links: $0, chains: $1) }
    link("combine") { CombineChains.oneAtATime(links: $0, chains: $1, on: queue) }
  }
}
