import Dispatch
import Foundation
import NIOCore

/// Measures the service: how fast promises answer compared with `async` functions and futures, and what is left after
/// requests that time out and clients that leave.
///
/// Usage: load [REQUESTS] [DISTURBED] [QUEUE …]
///        load tracing
///
/// - REQUESTS: for each implementation, route and queue. The default is 20,000.
/// - DISTURBED: requests of which one third times out, and one third is abandoned by its client. The default is 100,000.
/// - QUEUE: where handlers run: `main`, `serial`, `global`, `inline`. The default is all of them.
@main struct Load {
  static let implementations = ["promise", "async", "future"]
  static let routes = ["value", "upstream", "fanout", "slow/20"]
  static let rounds = 20
  static let connections = 64

  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "tracing" { return try await compareTracing(requests: 200_000) }
    let numbers = arguments.compactMap { Int($0) }
    let named = arguments.filter { Int($0) == nil }
    let queues = named.isEmpty ? ["main", "serial", "global", "inline"] : named
    let requests = numbers.first ?? 20_000
    let disturbed = numbers.dropFirst().first ?? 100_000
    print("| queue | route | requests/s | ÷ async | ÷ future | 99% | ÷ async | ÷ future | CPU | ÷ async | ÷ future |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    var ends: [String] = []
    var blocked: [String] = []
    defer {
      printEnds(ends)
      printBlocked(blocked)
    }
    for queue in queues {
      let service = try ServiceProcess(queue: queue)
      do { for route in routes { try await compare(route, on: queue, service, requests: requests) } } catch {
        service.end()
        throw error
      }
      service.end()
      // The queue makes no difference to the others.
      for implementation in queue == queues[0] ? implementations : ["promise"] {
        ends.append(try await disturb(implementation, on: queue, requests: disturbed))
      }
      blocked.append(try await block(on: queue))
    }
  }

  static func printEnds(_ lines: [String]) {
    print(
      """

      | queue | | threads | memory before | after | pending | received | answered | canceled | 200, 504, left |
      | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |
      """)
    for line in lines { print(line) }
    fflush(nil)
  }

  static func printBlocked(_ lines: [String]) {
    print("\n| queue | requests/s | beside handlers that block | ÷ |\n| --- | ---: | ---: | ---: |")
    for line in lines { print(line) }
    fflush(nil)
  }

  struct UnexpectedAnswers: Error {
    let path: String
    let statuses: [UInt: Int]
  }

  /// The measurements of one implementation and route.
  struct Cell {
    var rates: [Double] = []
    var nanoseconds: [UInt64] = []
    var processorTime = 0.0

    var percentile: Double { Double(nanoseconds.sorted()[nanoseconds.count * 99 / 100]) / 1e6 }
  }

  /// Prints the line of a route.
  static func compare(_ route: String, on queue: String, _ service: ServiceProcess, requests: Int) async throws {
    var cells = implementations.map { _ in Cell() }
    // The first round is not measured. The implementations take turns, and each begins as often as the others.
    for round in 0...rounds {
      for turn in implementations.indices {
        let index = (round + turn) % implementations.count
        let batch = Batch("/\(implementations[index])/\(route)", count: requests / rounds)
        let (start, processorTime) = (DispatchTime.now().uptimeNanoseconds, service.processorTime)
        try await send(batch, to: service.port, connections: connections)
        let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
        guard round > 0 else { continue }
        // One of 1,000 requests finds the upstream unavailable three times, and on a busy machine, some take 200 ms.
        guard batch.statuses[200, default: 0] >= requests / rounds * 9 / 10 else {
          throw UnexpectedAnswers(path: batch.path, statuses: batch.statuses)
        }
        cells[index].rates.append(Double(batch.nanoseconds.count) / seconds)
        cells[index].nanoseconds += batch.nanoseconds
        cells[index].processorTime += service.processorTime - processorTime
      }
    }
    let promise = cells[0]
    func ratio(_ other: Int) -> String { rounded(median(zip(promise.rates, cells[other].rates).map { $0 / $1 })) }
    let columns = [
      queue, route, "\(Int(median(promise.rates)))", ratio(1), ratio(2),
      "\(rounded(promise.percentile)) ms", rounded(promise.percentile / cells[1].percentile),
      rounded(promise.percentile / cells[2].percentile),
      "\(Int(promise.processorTime * 1e6) / promise.nanoseconds.count) µs",
      rounded(promise.processorTime / cells[1].processorTime), rounded(promise.processorTime / cells[2].processorTime),
    ]
    print("| " + columns.joined(separator: " | ") + " |")
    fflush(nil)
  }

  /// Sends requests to a new service, a third of which is answered, another one times out, and another one is abandoned.
  /// Returns the line of the table.
  static func disturb(_ implementation: String, on queue: String, requests: Int) async throws -> String {
    let service = try ServiceProcess(queue: queue)
    defer { service.end() }
    let before = Batch("/\(implementation)/slow/1", count: 1_000)
    try await send(before, to: service.port, connections: connections)
    let memory = service.megabytes
    let count = requests / 3
    let answered = Batch("/\(implementation)/watched/10", count: count, closes: true)
    let late = Batch("/\(implementation)/watched/100000", count: count, closes: true)
    let left = Batch("/\(implementation)/watched/100000", count: count, closes: true, patience: .milliseconds(30))
    let port = service.port
    async let first: Void = send(answered, to: port, connections: 30)
    async let second: Void = send(late, to: port, connections: 200)
    async let third: Void = send(left, to: port, connections: 60)
    _ = try await (first, second, third)
    let threads = service.threads
    // Cancellation has reached the upstream when the numbers no longer change.
    var (end, previous) = ("", "")
    repeat {
      try await Task.sleep(for: .milliseconds(500))
      let pending = Batch("/pending", count: 1)
      try await send(pending, to: service.port, connections: 1)
      (end, previous) = (pending.lastBody, end)
    } while end != previous
    let answers =
      "\(answered.statuses[200, default: 0]), \(late.statuses[504, default: 0]), \(left.statuses[0, default: 0])"
    return """
      | \(queue) | \(implementation) | \(threads) | \(rounded(memory)) MB | \(rounded(service.megabytes)) MB | \(end) \
      | \(answers) |
      """
  }

  static func median(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }

  static func rounded(_ number: Double) -> String { String(format: number < 10 ? "%.2f" : "%.0f", number) }
}
