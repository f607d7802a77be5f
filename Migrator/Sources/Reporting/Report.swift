package import Foundation
import PromiseSyntax

/// The report on all files together, and on each.
///
/// A function is in callback style if it has a completion handler, in promise style if it returns a promise, and in `async`
/// style if it is `async`. An initializer with a handler counts as synchronous, because it usually stores the handler.
///
/// As JSON, it is an object with these members. Counts are those of ``Measure``, by the names of its cases.
///
/// - `version`: 1. The number changes when a member changes its meaning or goes, not when one is added.
/// - `totals`: A count for each measure.
/// - `asyncPercent`: How many percent of the functions that are not synchronous have an `async` form, rounded down. It is
///   missing if there are no such functions.
/// - `imports`: For each module of a promise library: `module`, `library`, `count`, and `forms`, a count for each form of
///   the declaration, such as `@testable import`.
/// - `chainLengths`: How many chains have how many operators. `chainOperators`: How often each operator is called.
/// - `functionsInSeveralStyles`: `function`, `styles`, `isPublic`, and `declarations`, each with `path` and `line`.
/// - `moveFirst`: The functions to migrate first, in this order: see ``FirstMove``.
/// - `files`: Each file with a count that is not 0, by `path`: `counts` (those that are not 0), `imports`,
///   `functions` (those that are not synchronous), `chainLengths`, `chainOperators`, and the places of `blockingWaits`,
///   `droppedTasks`, `continuations`, `isolatedCallbacks`, `uncheckedSendables`, `storedPromises` and `libraryErrors`: `line`, `column`, `kind`
///   and `code`. `libraryOperations` is how often the file uses each ``LibraryOperation``, by the name of its case.
/// - `leaving`: What is left before the code can leave this library: see ``Leaving``. It is missing if no file imports the
///   library.
/// - `since`: The comparison with an earlier report, if there is one: see ``Comparison``.
///
/// The keys are sorted, and two reports of the same files are the same text.
package struct Report: Hashable, Sendable, Codable {
  /// The version of the JSON form.
  package static let currentVersion = 1

  /// The version of the JSON form of this report.
  package let version: Int
  /// A count for each measure.
  package let totals: [Measure: Int]
  /// How many percent of the functions have an `async` form, rounded down; `nil` if there are no functions.
  package let asyncPercent: Int?
  /// The imported modules of promise libraries, the most frequent one first.
  package let imports: [ModuleImports]
  /// How many chains have how many operators.
  package let chainLengths: [Int: Int]
  /// How often each operator is called.
  package let chainOperators: [String: Int]
  /// The functions that exist in more than one style, in the order of their names.
  package let functionsInSeveralStyles: [SeveralStyles]
  /// The leaves with the most callers first.
  package let moveFirst: [FirstMove]
  /// What is left before the code can leave this library; `nil` if no file imports it.
  package let leaving: Leaving?
  /// The files with a count that is not 0, in the order of their paths.
  package let files: [File]
  /// The comparison with an earlier report.
  package var since: Comparison?

  /// Sums up the reports of files.
  ///
  /// - Parameter isMainActorByDefault: Whether declarations without attributes are isolated to the main actor.
  package init(_ files: [FileReport], isMainActorByDefault: Bool = false) {
    let files = files.sorted { $0.path < $1.path }
    let names = DeclaredNames(files)
    let isolatedTypes = IsolatedTypes(files.map(\.declarations))
    let modules = ModuleDeclarations(files.map { ($0.path, $0.declarations) })
    let summaries = files.map { file in
      File(file, names) { callback in
        callback.condition.isMet(by: isolatedTypes, isMainActorByDefault: isMainActorByDefault)
          && !(callback.calledFunction.map { modules.declare($0, calledIn: file.path) } ?? false)
      }
    }
    version = Self.currentVersion
    imports = ModuleImports.all(in: summaries)
    chainLengths = summaries.reduce(into: [:]) { $0.add($1.chainLengths) }
    chainOperators = summaries.reduce(into: [:]) { $0.add($1.chainOperators) }

    let twins = Twins(files)
    functionsInSeveralStyles = twins.inSeveralStyles
    moveFirst = FirstMove.all(in: files, twins)
    self.files = summaries.filter { !$0.isEmpty }
    leaving = Leaving(files, summaries, twins)

    var totals = Dictionary(uniqueKeysWithValues: Measure.allCases.map { ($0, 0) })
    for summary in summaries { totals.add(summary.counts) }
    totals[.files] = files.count
    totals[.functionsInSeveralStyles] = functionsInSeveralStyles.count
    totals[.publicFunctionsInSeveralStyles] = functionsInSeveralStyles.count(where: \.isPublic)
    totals[.distinctFunctions] = twins.distinctCount
    totals[.functionsWithAsyncForm] = twins.withAsyncForm.count
    self.totals = totals
    asyncPercent = Self.asyncPercent(of: totals)
  }

  /// Returns how many percent of the functions have an `async` form, rounded down.
  static func asyncPercent(of totals: [Measure: Int]) -> Int? {
    guard let all = totals[.distinctFunctions], all > 0 else { return nil }
    return (totals[.functionsWithAsyncForm] ?? 0) * 100 / all
  }

  /// The report as JSON.
  package var json: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // There is no value that cannot be encoded.
    return try! encoder.encode(self)
  }
}

extension Dictionary where Value == Int {
  /// Adds the counts of another dictionary.
  mutating func add(_ other: [Key: Int]) { merge(other, uniquingKeysWith: +) }
}
