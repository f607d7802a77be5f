import ArgumentParser
import Leaving
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

  @Flag(
    help: """
      Also replace the promises that async functions await by plain Swift, and remove functions that return promises \
      and that no code calls, and imports that are no longer needed.
      """)
  var withoutPromises = false

  @Option(
    help: ArgumentHelp(
      "With --without-promises: the folder for the files with functions that replace operations.", valueName: "folder"),
    completion: .directory)
  var copyTo: String?

  @Flag(
    name: .customLong("public"),
    help: "With --without-promises: remove public functions that return promises as well, if no file calls them.")
  var includesPublic = false

  func validate() throws {
    if withoutPromises, !functions.isEmpty {
      throw ValidationError(
        "--without-promises removes functions that nothing calls, and cannot be restricted with --function.")
    }
    guard !withoutPromises, copyTo != nil || includesPublic else { return }
    throw ValidationError("--copy-to and --public need --without-promises.")
  }

  mutating func run() throws {
    let options = UnchainOptions(
      isolation: isolation, forwardsCancellation: forwardCancellation, functions: Set(functions),
      includesFunctionsWithoutChain: withoutPromises)
    let leaving = LeavingRun(options: LeavingOptions(removesPublicFunctions: includesPublic), folder: copyTo)
    try rewrite.run(
      UnchainRewriter(options: options), ofFunctions: functions,
      counting: withoutPromises ? ("function or promise", "functions and promises") : ("function", "functions"),
      then: withoutPromises ? leaving : nil)
  }
}

extension UnchainOptions.Isolation: ExpressibleByArgument {}
