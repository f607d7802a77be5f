import Foundation

/// The resident memory of the program, and whether it grows.
struct Memory {
  /// The resident memory after each round, in bytes.
  private(set) var samples: [Int] = []

  /// The resident memory now, in bytes, or `nil` where this is not implemented.
  static var resident: Int? {
    #if os(Linux)
      guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
      return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map {
        $0 * Int(sysconf(Int32(_SC_PAGESIZE)))
      }
    #else
      return nil
    #endif
  }

  /// Makes the allocator use one heap for all threads instead of several. Must be called first.
  ///
  /// With several heaps, the resident memory depends on which thread freed which memory. It can grow to many times the
  /// memory in use, although nothing leaks.
  static func prepare() {
    typealias Set = @convention(c) (CInt, CInt) -> CInt
    let maximumOfArenas: CInt = -8
    if let symbol = dlsym(nil, "mallopt") { _ = unsafeBitCast(symbol, to: Set.self)(maximumOfArenas, 1) }
  }

  /// Adds a sample, after the allocator has returned as much free memory as it can.
  mutating func measure() {
    typealias Trim = @convention(c) (Int) -> CInt
    if let symbol = dlsym(nil, "malloc_trim") { _ = unsafeBitCast(symbol, to: Trim.self)(0) }
    if let resident = Self.resident { samples.append(resident) }
  }

  /// The medians of the second and of the last quarter of the rounds, or `nil` if there are too few rounds.
  var medians: (second: Int, last: Int)? {
    let quarter = samples.count / 4
    guard quarter > 0 else { return nil }
    return (Self.median(samples[quarter..<2 * quarter]), Self.median(samples.suffix(quarter)))
  }

  /// Whether the memory grows.
  var grows: Bool {
    guard let (second, last) = medians else { return false }
    return last - second > 8 << 20 && last * 10 > second * 11
  }

  /// The growth per round in bytes, by linear regression over all rounds but the first quarter, or `nil` if there are
  /// too few rounds.
  var growth: Double? {
    guard samples.count >= 4 else { return nil }
    let settled = samples.dropFirst(samples.count / 4).map(Double.init)
    let middle = Double(settled.count - 1) / 2
    let mean = settled.reduce(0, +) / Double(settled.count)
    var (products, squares) = (0.0, 0.0)
    for (round, sample) in settled.enumerated() {
      let distance = Double(round) - middle
      products += distance * (sample - mean)
      squares += distance * distance
    }
    return products / squares
  }

  private static func median(_ numbers: some Collection<Int>) -> Int { numbers.sorted()[numbers.count / 2] }
}

extension Int {
  /// A number of bytes as text.
  var mebibytes: String { "\(Double((self * 10) >> 20) / 10) MiB" }
}

extension Double {
  /// A difference in bytes as text.
  var kibibytes: String { "\(self < 0 ? "" : "+")\((self / 102.4).rounded() / 10) KiB" }
}
