import Dispatch
import PromiseConcurrency

// The tests of this folder alone find a call that compiles in other code and not as one would write it in an app: on a
// promise, a guarantee or any thenable, without type annotations, in either language mode, and with the right result.
// They are compiled twice, here in the Swift 6 language mode and in `Swift5ModeTests` in the Swift 5 language mode, and
// use only public declarations. Operators have more tests in the folders that mirror `Sources`.

// A sample app that the tests of the vocabulary use: its data, its errors and its log.

struct User: Equatable, Sendable {
  var id: Int
  var name: String
  var nickname: String?
  var isAdmin = false
}

struct Avatar: Equatable, Sendable {
  var owner: String
  var size = 1
}

enum AppError: Error, Equatable {
  case notFound
  case offline
}

struct HTTPError: Error {
  var status: Int
}

/// An error that means cancellation, so the app does not show it.
struct UserLeft: CancellableError {
  var isCancelled: Bool { true }
}

/// A log to which handlers write from any thread.
final class Notes: Sendable {
  private let storage = Lock<[String]>([])

  var lines: [String] { storage.withLock { $0 } }

  func take(_ line: String) { storage.withLock { $0.append(line) } }
}

/// A future of another library, which conforms to `Thenable` with its `pipe` and its `result`.
final class Ticket<Value: Sendable>: Thenable {
  private let outcome: Result<Value, any Error>

  init(_ value: Value) { outcome = .success(value) }

  init(failing error: any Error) { outcome = .failure(error) }

  func pipe(to handler: @escaping @Sendable (Result<Value, any Error>) -> Void) { handler(outcome) }

  var result: Result<Value, any Error>? { outcome }
}

/// A queue of the app.
let worker = DispatchQueue(label: "worker", attributes: .concurrent)

func fetchUser(_ id: Int) -> Promise<User> {
  switch id {
  case 0: Promise(error: AppError.notFound)
  case 1: .value(User(id: 1, name: "Ada", nickname: "Countess", isAdmin: true))
  default: .value(User(id: id, name: "User \(id)"))
  }
}

func fetchAvatar(of user: User) -> Promise<Avatar> { .value(Avatar(owner: user.name)) }

/// Returns the cached avatar, or a placeholder for a user without an avatar.
func cachedAvatar(of user: User) -> Guarantee<Avatar> { .value(Avatar(owner: user.name, size: 0)) }

func parse(_ text: String) throws -> Int {
  guard let number = Int(text) else { throw AppError.notFound }
  return number
}
