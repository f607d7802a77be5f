import ArgumentParser
import Foundation
import Reporting
import SourceEditing

struct Report: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Counts imports, functions by style, promise chains and blocking waits.",
    discussion: """
      Reads files and changes nothing. To track the progress of a migration, save a report as JSON and compare a \
      later one with it:

        migrate-promises report Sources --format json > before.json
        migrate-promises report Sources --since before.json

      If files import this library, the last section says what is left before the code can leave it: the plain Swift \
      that replaces each operation, the files to copy, and the promise forms that nothing calls.
      """)

  /// The format of the report.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, markdown, json
  }

  @OptionGroup var files: PathOptions

  @Option(help: "The format of the report.")
  var format = Format.text

  @Flag(help: "Treat code without isolation attributes as main-actor code, as the Swift setting does.")
  var mainActorByDefault = false

  @Option(help: "An earlier JSON report to compare with.", completion: .file(extensions: ["json"]))
  var since: String?

  mutating func run() throws {
    let earlier = try since.map(readEarlierReport)
    let finder = try files.find()
    let progress = ProgressLine(total: finder.files.count)
    let results = concurrentMap(finder.files, progress: { progress.show("Reading", $0) }) { path in
      Swift.Result { () throws(SourceError) in FileReport(try SourceText(reading: path)) }
    }
    progress.clear()

    var remarks = finder.remarks
    var reports: [FileReport] = []
    for (path, result) in zip(finder.files, results) {
      switch result {
      case .success(let report): reports.append(report)
      case .failure(let error): remarks.append(Remark(error, path: path))
      }
    }
    var report = Reporting.Report(reports, isMainActorByDefault: mainActorByDefault)
    if let earlier { report.since = Comparison(from: earlier, to: report.totals) }
    switch format {
    case .text: print(TextReport(report), terminator: "")
    case .markdown: print(MarkdownReport(report), terminator: "")
    case .json: print(String(decoding: report.json, as: UTF8.self))
    }
    for line in remarks.lines { Standard.error(line) }
    if !remarks.isEmpty { throw ExitCode.somethingLeft }
  }

  private func readEarlierReport(_ path: String) throws -> EarlierReport {
    do {
      return try EarlierReport(json: Data(FileContents.read(path)))
    } catch let error as SourceError {
      throw ValidationError("The report \(path) cannot be read. \(error)")
    } catch let error as EarlierReport.Failure {
      throw ValidationError("The file \(path) is not a valid earlier report. \(error)")
    }
  }
}
