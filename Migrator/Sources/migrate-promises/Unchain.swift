import ArgumentParser
import SourceEditing

struct Unchain: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Turns functions that return a chain of promises into async functions.")

  mutating func run() throws {}
}
