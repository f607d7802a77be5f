import Foundation

/// Whether this process can tell how much memory it has in use: not under a sanitizer, which keeps what was released.
package let canMeasureMemory =
  residentMemory() != nil && dlsym(nil, "__tsan_init") == nil && dlsym(nil, "__asan_init") == nil

/// What is resident, in bytes, without what the allocator keeps for later, as far as it can be made to give that back;
/// `nil` where it is not known how to ask.
///
/// Call it in a process of its own (`#expect(processExitsWith:)`), where no other test allocates.
package func residentMemory() -> Int? {
  #if os(Linux)
    typealias Trim = @convention(c) (Int) -> CInt
    if let symbol = dlsym(nil, "malloc_trim") { _ = unsafeBitCast(symbol, to: Trim.self)(0) }
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return pages.map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) }
  #else
    return nil
  #endif
}

/// How many bytes more are resident after `body` than before.
package func memoryGrowth(_ body: () throws -> Void) rethrows -> Int {
  let before = residentMemory() ?? 0
  try body()
  return (residentMemory() ?? 0) - before
}

/// How many elements the arrays in a value have in all, wherever they are in it; at most `depth` levels down.
package func storedElementCount(in value: Any, depth: Int = 4) -> Int {
  let mirror = Mirror(reflecting: value)
  if mirror.displayStyle == .collection { return mirror.children.count }
  guard depth > 0 else { return 0 }
  return mirror.children.reduce(0) { $0 + storedElementCount(in: $1.value, depth: depth - 1) }
}
