import PromiseConcurrency

/// One chain with a step that awaits, and no other code.
@main
enum Main {
  static func main() async throws {
    let next = try await Promise.value(CommandLine.arguments.count).map { number async in number &+ 1 }.get()
    if next != 2 { print(next) }
  }
}
