// Lets a hundred concurrent requests share an access token, which expires once meanwhile.

import PromiseSharing

struct Token: Equatable, Sendable {
  let number: Int
}

/// A server that accepts one token at a time.
actor Server {
  private var valid = Token(number: 0)
  private(set) var logins = 0

  func login() -> Token {
    logins += 1
    valid = Token(number: logins)
    return valid
  }

  func revokeToken() { valid = Token(number: 0) }

  func accepts(_ token: Token) -> Bool { token == valid }
}

let server = Server()
let token = SharedPromise(expiry: .after(seconds: 3600)) { await server.login() }

@Sendable func request() async throws {
  let used = try await token.get()
  if await server.accepts(used) { return }
  token.invalidate { $0 == used }  // A newer token stays.
  _ = try await token.get()
}

@Sendable func sendHundredRequests() async throws {
  try await when(fulfilled: (0..<100).map { _ in Promise { try await request() } }).get()
}

try await sendHundredRequests()
print("logins:", await server.logins)  // 1

await server.revokeToken()
try await sendHundredRequests()
print("logins:", await server.logins)  // 2
