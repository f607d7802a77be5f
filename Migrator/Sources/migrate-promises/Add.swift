import Adding
import ArgumentParser
import SourceEditing

struct Add: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Adds a version of each function in another style: its twin.",
    usage: "migrate-promises add (--async | --promise | --callback) [<options>] <paths> ...",
    discussion: """
      A twin has the same name, parameters and documentation as the function, which it calls. A function that \
      already exists in the requested style gets no twin.
      """)

  /// The style of the twins, as flags.
  enum Style: String, EnumerableFlag {
    case async
    case promise
    case callback

    static func help(for value: Style) -> ArgumentHelp? {
      switch value {
      case .async: "Add async functions that call the callback or promise form."
      case .promise: "Add functions that return a promise and call the callback or async form."
      case .callback: "Add functions with a completion handler that call the promise or async form."
      }
    }
  }

  @Flag(exclusivity: .exclusive) var style: Style

  @Option(name: .customLong("to"), help: "Where to write a twin: directly after its function, or in an extension.")
  var placement: AddOptions.Placement = .beside

  @Option(help: "The parameters of the completion handlers of new functions: a Result, or a value and an error.")
  var handler: AddOptions.HandlerForm = .result

  @Option(
    name: .customLong("function"), help: "The base name of a function that gets a twin, such as load. Can be repeated.")
  var functions: [String] = []

  @Flag(name: .customLong("public"), help: "Add twins of public and open functions only.")
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
