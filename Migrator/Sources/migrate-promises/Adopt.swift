import Adopting
import ArgumentParser
import SourceEditing

struct Adopt: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Changes the imports of another promise library, and what has to change with them.",
    discussion: """
      Changes imports in every form, qualified names, the patterns and types of PromiseKit's Result, and the \
      dependencies in Package.swift. The old names remain available through an @_spi import, as deprecated.
      """)

  @Option(name: .customLong("from"), help: "The library that the files import: promisekit or google-promises.")
  var origin: Origin

  @OptionGroup var options: RewriteOptions

  mutating func run() throws {
    try options.run(
      Adoption(from: origin), counting: ("import or name", "imports or names"), others: ProjectFiles(from: origin))
  }
}

extension Origin: ExpressibleByArgument {}
