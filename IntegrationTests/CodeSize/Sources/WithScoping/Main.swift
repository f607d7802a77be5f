import PromiseScoping

/// One chain in a scope, and no other code.
@main
enum Main {
  static func main() async throws {
    let chain = Promise.value(CommandLine.arguments.count).map { number async in number &+ 1 }
    try await withPromiseScope { scope in chain.store(in: scope) }
    if chain.value != 2 { print(chain) }
  }
}
