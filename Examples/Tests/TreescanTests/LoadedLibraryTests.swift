import Testing

@Suite struct LoadedLibraryTests {
  @Test func `a program with PromiseCore and PromiseConcurrency does not load Foundation`() async throws {
    #if canImport(Darwin)
      let command = ["otool", "-L", Treescan.executable.path]
    #else
      let command = ["ldd", Treescan.executable.path]
    #endif
    let (status, output) = try await Command.run(command)
    try #require(status == 0, "\(output.errorText)")
    let libraries = output.text.lines
    // The list is complete.
    #expect(libraries.contains { $0.contains("libswiftCore") }, "\(libraries)")
    #expect(libraries.filter { $0.lowercased().contains("foundation") } == [])
  }
}
