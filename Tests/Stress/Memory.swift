import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How much memory the program has, and whether that grows.
struct Memory {
  /// What is resident, in bytes, after each round.
  private(set) var samples: [Int] = []

  /// What is resident now, in bytes; `nil` where we do not know how to ask.
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

  /// Has the allocator keep one heap for all threads, where it would keep several. Call it first.
  ///
  /// Otherwise what is resident depends most on which thread freed what: it grows to many times what is in use, though
  /// nothing is lost.
  static func prepare() {
    typealias Set = @convention(c) (CInt, CInt) -> CInt
    let maximumOfArenas: CInt = -8
    if let symbol = dlsym(nil, "mallopt") { _ = unsafeBitCast(symbol, to: Set.self)(maximumOfArenas, 1) }
  }

  /// Adds a sample, without what the allocator keeps for later, as far as it can be made to give that back.
  mutating func measure() {
    typealias Trim = @convention(c) (Int) -> CInt
    if let symbol = dlsym(nil, "malloc_trim") { _ = unsafeBitCast(symbol, to: Trim.self)(0) }
    if let resident = Self.resident { samples.append(resident) }
  }

  /// The medians of the second and of the last quarter of the rounds; `nil` if there were too few to tell.
  var medians: (second: Int, last: Int)? {
    let quarter = samples.count / 4
    guard quarter > 0 else { return nil }
    return (Self.median(samples[quarter..<2 * quarter]), Self.median(samples.suffix(quarter)))
  }

  /// Whether there is more and more of it.
  var grows: Bool {
    guard let (second, last) = medians else { return false }
    return last - second > 8 << 20 && last * 10 > second * 11
  }

  /// How many bytes more there are each round, once the first quarter of the rounds is over: the slope of the line that
  /// fits best, by least squares. `nil` if there were too few rounds to tell.
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
  /// A number of bytes, for people.
  var mebibytes: String { "\(Double((self * 10) >> 20) / 10) MiB" }
}

extension Double {
  /// A number of bytes, which may be few, or fewer than none, for people.
  var kibibytes: String { "\(self < 0 ? "" : "+")\((self / 102.4).rounded() / 10) KiB" }
}
