import Dispatch

extension Load {
  /// What a service traces: nothing, sites, call stacks, a timeline of all requests, or of one in 100.
  static let levels = ["off", "sites", "callStacks", "timeline", "sample"]

  /// Prints how many requests services answer that trace, compared with one that does not.
  static func compareTracing(requests: Int) async throws {
    print("| tracing | value | upstream |\n| --- | ---: | ---: |")
    let services = try levels.map { try ServiceProcess(queue: "global", tracing: $0) }
    defer { for service in services { service.end() } }
    var rates = levels.map { _ in ["value": [Double](), "upstream": []] }
    for round in 0...rounds {
      for route in ["value", "upstream"] {
        for turn in levels.indices {
          let index = (round + turn) % levels.count
          let batch = Batch("/promise/\(route)", count: requests / rounds)
          let start = DispatchTime.now().uptimeNanoseconds
          try await send(batch, to: services[index].port, connections: connections)
          let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
          if round > 0 { rates[index][route]!.append(Double(batch.nanoseconds.count) / seconds) }
        }
      }
    }
    let untraced = rates[0]
    for (level, rates) in zip(levels, rates) {
      let cells = ["value", "upstream"].map { route in
        let ratios = zip(rates[route]!, untraced[route]!).map { $0 / $1 }
        return "\(Int(median(rates[route]!))) (\(rounded(median(ratios))))"
      }
      print("| \(level) | \(cells.joined(separator: " | ")) |")
    }
  }
}
