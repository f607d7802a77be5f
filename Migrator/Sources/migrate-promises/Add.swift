import ArgumentParser
import SourceEditing

struct Add: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Adds the twin of a function in another style.")

  mutating func run() throws {}
}
