import Foundation

/// The memory that the program has allocated.
enum Heap {
  /// The number of allocated bytes, or `nil` where this is not implemented.
  ///
  /// Unlike the resident memory, it does not contain what the allocator keeps for later, except for a few small blocks
  /// for each thread.
  static var allocatedBytes: Int? {
    #if os(Linux)
      guard let report else { return nil }
      // The totals follow the reports of the single heaps.
      let totals = report.range(of: "</heap>", options: .backwards).map { report[$0.upperBound...] } ?? report[...]
      func size(_ element: String) -> Int {
        guard let start = totals.range(of: element)?.upperBound,
          let size = totals[start...].range(of: "size=\"")?.upperBound
        else { return 0 }
        return Int(totals[size...].prefix { $0 != "\"" }) ?? 0
      }
      return size("<system type=\"current\"") + size("<total type=\"mmap\"") - size("<total type=\"fast\"")
        - size("<total type=\"rest\"")
    #else
      return nil
    #endif
  }

  #if os(Linux)
    /// The report of the allocator, in XML.
    private static var report: String? {
      // The module of the C library does not export the function.
      typealias Info = @convention(c) (CInt, UnsafeMutablePointer<FILE>) -> CInt
      guard let symbol = dlsym(nil, "malloc_info") else { return nil }
      var text: UnsafeMutablePointer<CChar>?
      var count = 0
      guard let file = open_memstream(&text, &count) else { return nil }
      _ = unsafeBitCast(symbol, to: Info.self)(0, file)
      fclose(file)
      defer { free(text) }
      return text.map { String(cString: $0) }
    }
  #endif
}
