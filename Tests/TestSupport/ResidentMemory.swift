import Foundation

/// Whether this process can measure its memory. It cannot under a sanitizer, which retains memory that was freed.
package let canMeasureMemory =
  residentMemory() != nil && dlsym(nil, "__tsan_init") == nil && dlsym(nil, "__asan_init") == nil

/// Returns the resident memory of the process in bytes, after asking the allocator to return unused memory, or `nil` on a
/// system where this is not supported.
///
/// Call it in a separate process (`#expect(processExitsWith:)`), in which no other test allocates memory.
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

/// Returns by how many bytes the resident memory grows while `body` runs.
package func memoryGrowth(_ body: () throws -> Void) rethrows -> Int {
  let before = residentMemory() ?? 0
  try body()
  return (residentMemory() ?? 0) - before
}

/// Returns the total number of elements of all arrays inside of a value, at most `depth` levels deep.
package func storedElementCount(in value: Any, depth: Int = 4) -> Int {
  let mirror = Mirror(reflecting: value)
  if mirror.displayStyle == .collection { return mirror.children.count }
  guard depth > 0 else { return 0 }
  return mirror.children.reduce(0) { $0 + storedElementCount(in: $1.value, depth: depth - 1) }
}
