import AsyncHTTPClient
import NIOCore

struct AsyncAnswers: Answers {
  let backend: Backend

  func value() async throws -> String { await text(twice(next(20))) }

  private func next(_ number: Int) async -> Int { number + 1 }
  private func twice(_ number: Int) async -> Int { number * 2 }
  private func text(_ number: Int) async -> String { "\(number)" }

  func upstream() async throws -> String {
    let deadline = NIODeadline.now() + .milliseconds(200)
    for _ in 0..<2 {
      do { return try await get(backend.unreliablePath(), deadline) } catch is Backend.Unavailable {
        try await Task.sleep(for: .milliseconds(1))
      }
    }
    return try await get(backend.unreliablePath(), deadline)
  }

  func fanout() async throws -> String {
    async let first = get("/value")
    async let second = get("/value")
    async let third = get("/value")
    return try await [first, second, third].joined(separator: " ")
  }

  func slow(_ milliseconds: Int) async throws -> String {
    try await get("/after/\(milliseconds)", .now() + .milliseconds(200))
  }

  private func get(_ path: String, _ deadline: NIODeadline = .distantFuture) async throws -> String {
    let response = try await backend.client.execute(HTTPClientRequest(url: backend.url(path)), deadline: deadline)
    return try Backend.text(response.status, await response.body.collect(upTo: 1024))
  }
}
