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

  private static func median(_ numbers: some Collection<Int>) -> Int { numbers.sorted()[numbers.count / 2] }
}

extension Int {
  /// A number of bytes, for people.
  var mebibytes: String { "\(Double((self * 10) >> 20) / 10) MiB" }
}
