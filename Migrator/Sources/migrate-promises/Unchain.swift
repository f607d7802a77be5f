import ArgumentParser
import SourceEditing
import Unchaining

struct Unchain: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Turns functions that return a chain of promises into async functions.",
    discussion: """
      The steps of the chain become statements. The promise form remains and calls the async function. A \
      chain whose behavior would change is left, and listed with the reason.
      """)

  @OptionGroup var rewrite: RewriteOptions

  @Option(
    name: .customLong("function"),
    help: ArgumentHelp("The base name of a function to rewrite. Can be repeated.", valueName: "name"))
  var functions: [String] = []

  @Option(
    help: """
      Where handlers without a queue run in code that is not isolated: on the main actor, as DispatchQueue.promises is \
      the main queue, or anywhere (none), if the program has set another queue. The default is main. Functions of a \
      program that sets another queue are listed and left unless the option is given.
      """)
  var isolation: UnchainOptions.Isolation?

  @Flag(help: "Cancel the promises that an async function waits for when its task is canceled.")
  var forwardCancellation = false

  mutating func run() throws {
    let options = UnchainOptions(
      isolation: isolation, forwardsCancellation: forwardCancellation, functions: Set(functions))
    try rewrite.run(UnchainRewriter(options: options), ofFunctions: functions, counting: ("function", "functions"))
  }
}

extension UnchainOptions.Isolation: ExpressibleByArgument {}
