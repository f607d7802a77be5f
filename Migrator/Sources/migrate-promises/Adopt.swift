import Adopting
import ArgumentParser
import SourceEditing

struct Adopt: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Replaces the imports of PromiseKit or google/promises, and the code that depends on them.",
    discussion: """
      Changes all forms of imports, qualified names, PromiseKit's Result in types and patterns, callbacks that \
      would trap in Swift 6 mode, and the dependencies in Package.swift. The old names remain available as deprecated declarations, through an @_spi import.
      """)

  @Option(name: .customLong("from"), help: "The library to replace: promisekit or google-promises.")
  var origin: Origin

  @OptionGroup var options: RewriteOptions

  mutating func run() throws {
    try options.run(
      Adoption(from: origin), counting: ("import, name or callback", "imports, names or callbacks"),
      others: ProjectFiles(from: origin))
  }
}

extension Origin: ExpressibleByArgument {}
