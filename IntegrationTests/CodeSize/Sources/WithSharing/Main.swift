import PromiseSharing

/// One value that is loaded by one chain, and no other code.
@main
enum Main {
  static func main() async throws {
    let shared = SharedPromise { Promise.value(CommandLine.arguments.count).map { number async in number &+ 1 } }
    if try await shared.get() != 2 { print(shared.value as Any) }
  }
}
