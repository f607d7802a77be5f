import Foundation

/// Measures how long the compiler type-checks chains, with this library and with PromiseKit's signatures.
enum TypeChecking {
  private static let rounds = 7

  static func rows(_ place: Place) throws -> [Row] {
    let folder = place.package.appendingPathComponent("TypeChecking")
    let signatures = try files(in: folder.appendingPathComponent("PromiseKit"))
    let code = try files(in: folder.appendingPathComponent("AppCode"))
    let module = place.temporary.appendingPathComponent("PromiseKitSignatures.swiftmodule").path
    _ = try runOrFail(
      "swiftc",
      ["-emit-module", "-parse-as-library", "-swift-version", "6", "-module-name", "PromiseKitSignatures"]
        + ["-emit-module-path", module] + signatures)

    let modules = place.programs.appendingPathComponent("Modules")
    let moduleMap = place.programs.appendingPathComponent("CPromiseCore.build/module.modulemap")
    var ours: [[String: Double]] = []
    var theirs: [[String: Double]] = []
    for _ in 0..<rounds {
      ours.append(try check(code, ["-I", modules.path, "-Xcc", "-fmodule-map-file=\(moduleMap.path)"]))
      theirs.append(try check(code, ["-I", place.temporary.path, "-D", "PROMISEKIT"]))
    }
    let (mine, kit) = (medians(ours), medians(theirs))
    guard let slowest = mine.max(by: { $0.value < $1.value }) else { throw Failure("The compiler reported no times.") }
    let kitSlowest = kit[slowest.key] ?? .nan
    return [
      Row(
        id: "typecheck", what: "type-checking a file of chains", unit: "ms", ours: mine.values.reduce(0, +),
        baseline: .init(name: "PromiseKit", value: kit.values.reduce(0, +), ratio: 1),
        ratio: zip(ours, theirs).map { $0.values.reduce(0, +) / $1.values.reduce(0, +) }.sorted()[rounds / 2],
        goal: .init(kind: .ratio, limit: 1)),
      Row(
        id: "typecheck-slowest", what: "the slowest function (\(slowest.key))", unit: "ms", ours: slowest.value,
        baseline: .init(name: "PromiseKit", value: kitSlowest, ratio: 1), ratio: slowest.value / kitSlowest,
        goal: .init(kind: .value, limit: 200)),
    ]
  }

  private static func files(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }.sorted()
      .map { folder.appendingPathComponent($0).path }
  }

  /// Returns the milliseconds for each function, by name.
  private static func check(_ code: [String], _ options: [String]) throws -> [String: Double] {
    let outcome = try runOrFail(
      "swiftc",
      ["-typecheck", "-wmo", "-swift-version", "6", "-module-name", "AppCode", "-warnings-as-errors"] + options + code
        + ["-Xfrontend", "-debug-time-function-bodies"])
    var times: [String: Double] = [:]
    for line in (outcome.output + outcome.errors).split(separator: "\n") {
      let parts = line.split(separator: "\t")
      guard parts.count == 3, let time = Double(parts[0].dropLast(2)),
        let name = parts[2].split(separator: "@").first?.split(separator: ".").last
      else { continue }
      times[name.prefix { $0 != "(" }.description, default: 0] += time
    }
    return times
  }

  private static func medians(_ rounds: [[String: Double]]) -> [String: Double] {
    Dictionary(
      uniqueKeysWithValues: (rounds.first ?? [:]).keys.map { name in
        (name, rounds.compactMap { $0[name] }.sorted()[rounds.count / 2])
      })
  }
}
