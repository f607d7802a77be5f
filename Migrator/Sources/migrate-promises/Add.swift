import Adding
import ArgumentParser
import SourceEditing

struct Add: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Adds the twin of a function in another style.",
    usage: "migrate-promises add (--async | --promise | --callback) [<options>] <paths> ...",
    discussion: """
      A twin has the name, the parameters and the documentation of a function, and calls it. Functions that exist in \
      the wanted style already get none.
      """)

  /// The style of the twins, as flags.
  enum Style: String, EnumerableFlag {
    case async
    case promise
    case callback

    static func help(for value: Style) -> ArgumentHelp? {
      switch value {
      case .async: "Add async functions, which call functions with a callback or a promise."
      case .promise: "Add functions that return a promise, which call functions with a callback, or async functions."
      case .callback:
        "Add functions with a completion handler, which call functions with a promise, or async functions."
      }
    }
  }

  @Flag(exclusivity: .exclusive) var style: Style

  @Option(name: .customLong("to"), help: "Where a twin is written: beside its function, or in an extension.")
  var placement: AddOptions.Placement = .beside

  @Option(help: "What the completion handlers of new functions receive.")
  var handler: AddOptions.HandlerForm = .result

  @Option(name: .customLong("function"), help: "The name of a function, such as `load`. Can be repeated.")
  var functions: [String] = []

  @Flag(name: .customLong("public"), help: "Only for functions that are public or open.")
  var isForPublicOnly = false

  @OptionGroup var rewriting: RewriteOptions

  mutating func run() throws {
    let options = AddOptions(
      style: TwinStyle(rawValue: style.rawValue)!, placement: placement, handlerForm: handler, names: Set(functions),
      isForPublicOnly: isForPublicOnly)
    try rewriting.run(AddRewriter(options: options), ofFunctions: functions, counting: ("function", "functions"))
  }
}

extension AddOptions.Placement: ExpressibleByArgument {}
extension AddOptions.HandlerForm: ExpressibleByArgument {}
