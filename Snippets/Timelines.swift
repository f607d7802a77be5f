// Records five programs with a fault that their timelines show. See "What did my program do?" in PromiseTracing.
//
// `swift run Timelines` records all of them. `swift run Timelines FOLDER` writes a page for each into a folder.

import Dispatch
import Foundation
import PromiseConcurrency
import PromiseTracing

DispatchQueue.promises = .global()

/// A request that takes a number of milliseconds.
func request(_ milliseconds: Int) -> Promise<Int> { after(.milliseconds(milliseconds)).map(on: nil) { milliseconds } }

struct Unavailable: Error {}

// 1. Wrong order: nothing makes the second change wait for the first one.
@Sendable func wrongOrder() async throws {
  let changes = [40, 10, 25].map { milliseconds in request(milliseconds).done { _ in } }
  try await when(fulfilled: changes).get()
}

// 2. Lost parallelism: no request needs the one before it.
@Sendable func lostParallelism() async throws {
  try await request(20).then { _ in request(20) }.then { _ in request(20) }.then { _ in request(20) }.done { _ in }
    .get()
}

// 3. Retry storm: four clients try again at once, without a delay that grows.
@Sendable func retryStorm() async throws {
  let clients = (0..<4).map { _ in
    retry(attempts: 6, delay: 0.002) { request(3).map { _ -> Int in throw Unavailable() } }
  }
  _ = await when(resolved: clients).get()
}

// 4. A canceled download that goes on: the loop does not ask whether its pieces are still wanted.
func pieces(_ number: Int) -> Promise<Int> {
  number == 0 ? .value(0) : request(8).then { _ in pieces(number - 1) }
}
@Sendable func canceledDownload() async throws {
  let (download, resolver) = Promise<Int>.pending()
  let all = pieces(10)
  all.done { resolver.fulfill($0) }.cauterize()
  _ = try? await download.timeout(seconds: 0.03).get()
  _ = try await all.get()
}

// 5. A slow queue: every handler waits for the one that computes.
@Sendable func slowQueue() async throws {
  let queue = DispatchQueue(label: "user interface")
  let slow = request(5).done(on: queue) { _ in Thread.sleep(forTimeInterval: 0.06) }
  let quick = (6..<10).map { request($0).done(on: queue) { _ in } }
  try await when(fulfilled: [slow] + quick).get()
}

let programs: [(name: String, run: @Sendable () async throws -> Void)] = [
  ("wrong-order", wrongOrder), ("lost-parallelism", lostParallelism), ("retry-storm", retryStorm),
  ("canceled-download", canceledDownload), ("slow-queue", slowQueue),
]
for program in programs {
  let timeline = PromiseTimeline()
  try await timeline.sample { try await program.run() }
  print("\(program.name): \(timeline.eventCount) events")
  if let folder = CommandLine.arguments.dropFirst().first {
    try timeline.write(to: "\(folder)/\(program.name).html")
    try timeline.write(to: "\(folder)/\(program.name).json")
  }
}
