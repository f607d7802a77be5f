import Foundation

struct User: Sendable {
  let name: String
}

func loadUser(_ id: Int, completion: @escaping @Sendable (User?, (any Error)?) -> Void) {
  DispatchQueue.global().async { completion(User(name: "user \(id)"), nil) }
}

func loadGreeting(_ id: Int, completion: @escaping @Sendable (String?, (any Error)?) -> Void) {
  loadUser(id) { user, error in
    guard let user else { return completion(nil, error) }
    completion("Hello, \(user.name)", nil)
  }
}
