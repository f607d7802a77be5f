import PromiseObservation

/// One model that loads one chain, and no other code.
@main
enum Main {
  @MainActor static func main() async throws {
    let model = PromiseModel<Int>()
    try await model.load { Promise.value(CommandLine.arguments.count).map { number async in number &+ 1 } }.get()
    if model.value != 2 { print(model.value as Any) }
  }
}
