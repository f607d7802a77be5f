import ArgumentParser
import SourceEditing

struct Report: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Says what a code base holds: imports, functions by style, chains, blocking waits.")

  mutating func run() throws {}
}
