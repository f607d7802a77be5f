import Foundation

/// Measures how much one chain adds to a stripped executable, and which libraries it links.
enum CodeSize {
  static func rows(_ place: Place) throws -> [Row] {
    let with = try place.stripped("SizePromise")
    let without = try place.stripped("SizeDispatch")
    for program in [with, without] { _ = try runOrFail(program, []) }
    let size = try [with, without].map { path in
      (try FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber)?.doubleValue ?? .nan
    }
    let added = try Set(libraries(of: with)).subtracting(libraries(of: without)).sorted()
    if !added.isEmpty { print("additional libraries loaded: \(added.joined(separator: ", "))") }
    return [
      Row(
        id: "code-size", what: "code added to a stripped executable", unit: "bytes", isCount: true,
        ours: size[0] - size[1], goal: .init(kind: .value, limit: 60 * 1024)),
      Row(
        id: "libraries", what: "additional libraries loaded", unit: "libraries", isCount: true,
        ours: Double(added.count), goal: .init(kind: .value, limit: 0)),
    ]
  }

  /// Returns the libraries that a program links.
  private static func libraries(of program: String) throws -> [String] {
    #if os(macOS)
      return try runOrFail("otool", ["-L", program]).output.split(separator: "\n").dropFirst()
        .compactMap { $0.split(separator: " ").first.map(String.init) }
    #else
      return try runOrFail("readelf", ["-d", program]).output.split(separator: "\n")
        .filter { $0.contains("(NEEDED)") }
        .compactMap { $0.split(separator: "[").last?.split(separator: "]").first.map(String.init) }
    #endif
  }
}
