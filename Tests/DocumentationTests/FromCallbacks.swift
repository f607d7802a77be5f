import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

// The code of "From completion handlers" in Migration.md.

private struct User: Sendable {
  let id: Int
  let name: String
}

private struct NoSuchUser: Error {}

/// An existing interface with completion handlers.
private struct API: Sendable {
  func user(_ id: Int, completion: @escaping @Sendable (User?, (any Error)?) -> Void) {
    DispatchQueue.global().async {
      if id > 0 { completion(User(id: id, name: "user \(id)"), nil) } else { completion(nil, NoSuchUser()) }
    }
  }

  func avatar(of user: User, completion: @escaping @Sendable (Result<String, any Error>) -> Void) {
    DispatchQueue.global().async { completion(.success("face \(user.id)")) }
  }
}

private enum WithCallbacks {
  struct Profiles: Sendable {
    let api = API()

    func caption(_ id: Int, completion: @escaping @Sendable (String?, (any Error)?) -> Void) {
      api.user(id) { user, error in
        guard let user else { return completion(nil, error) }
        api.avatar(of: user) { avatar in
          switch avatar {
          case .success(let avatar): completion("\(user.name), \(avatar)", nil)
          case .failure(let error): completion(nil, error)
          }
        }
      }
    }
  }
}

extension API {
  func user(_ id: Int) -> Promise<User> {
    wrap { handler in user(id, completion: handler) }
  }

  func avatar(of user: User) -> Promise<String> {
    wrap { handler in avatar(of: user, completion: handler) }
  }
}

private enum WithPromises {
  struct Profiles: Sendable {
    let api = API()

    func caption(_ id: Int) -> Promise<String> {
      api.user(id).then { user in
        api.avatar(of: user).map { avatar in "\(user.name), \(avatar)" }
      }
    }

    func caption(_ id: Int, completion: @escaping @Sendable (String?, (any Error)?) -> Void) {
      caption(id).complete(completion)
    }
  }
}

private enum WithAsync {
  struct Profiles: Sendable {
    let api = API()

    func caption(_ id: Int) async throws -> String {
      let user = try await api.user(id).get()
      let avatar = try await api.avatar(of: user).get()
      return "\(user.name), \(avatar)"
    }

    func caption(_ id: Int) -> Promise<String> {
      Promise { try await caption(id) }
    }

    func caption(_ id: Int, completion: @escaping @Sendable (String?, (any Error)?) -> Void) {
      caption(id).complete(completion)
    }
  }
}

extension API {
  func user(_ id: Int) async throws -> User {
    try await wrap { handler in user(id, completion: handler) }.get()
  }
}

@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct FromCallbacksTests {
  @Test func `callbacks, promises and async functions call back with the same result`() async throws {
    typealias Answer = @Sendable (String?, (any Error)?) -> Void
    for id in [7, 0] {
      let answers = await [
        Promise<String> { seal in WithCallbacks.Profiles().caption(id) { seal.resolve($0, $1) } }.getResult(),
        Promise<String> { seal in WithPromises.Profiles().caption(id) { seal.resolve($0, $1) } }.getResult(),
        Promise<String> { seal in WithAsync.Profiles().caption(id) { seal.resolve($0, $1) } }.getResult(),
      ]
      for answer in answers {
        if id == 7 {
          #expect(try answer.get() == "user 7, face 7")
        } else {
          #expect(throws: NoSuchUser.self) { try answer.get() }
        }
      }
    }
    #expect(try await API().user(3).name == "user 3")
  }
}
