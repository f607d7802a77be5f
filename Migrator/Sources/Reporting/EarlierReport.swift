package import Foundation

/// The part of an earlier report that a later one is compared with.
package struct EarlierReport: Hashable, Sendable {
  let totals: [Measure: Int]

  /// Why a file is not an earlier report.
  package enum Failure: Error, Hashable, CustomStringConvertible {
    case notAReport
    case otherVersion(Int)

    /// The reason, and what to do.
    package var description: String {
      switch self {
      case .notAReport: "It is not a report. Create one with `migrate-promises report --format json`."
      case .otherVersion(let version):
        "It has version \(version), but this program reads version \(Report.currentVersion). Create a new report."
      }
    }
  }

  private struct Version: Decodable {
    let version: Int
  }

  private struct Totals: Decodable {
    // Measures are read by name, so an unknown measure of a later version is not an error.
    let totals: [String: Int]
  }

  /// Reads a report from its JSON form.
  package init(json: Data) throws(Failure) {
    let decoder = JSONDecoder()
    guard let version = try? decoder.decode(Version.self, from: json).version else { throw .notAReport }
    guard version == Report.currentVersion else { throw .otherVersion(version) }
    guard let totals = try? decoder.decode(Totals.self, from: json).totals else { throw .notAReport }
    self.totals = totals.reduce(into: [:]) { result, total in
      if let measure = Measure(rawValue: total.key) { result[measure] = total.value }
    }
  }
}
