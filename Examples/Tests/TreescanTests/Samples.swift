import ExampleTestSupport
import Foundation

// The files that several tests scan.
extension TemporaryFolder {
  /// Creates files of many kinds that can all be read.
  func writeReadableFiles() throws {
    try write("One two three, two three, three.\n", to: "plain.txt")
    try write("no newline at the end", to: "UPPER.TXT")
    try write("all: target\n\techo it\n", to: "Makefile")
    try write("hidden words\n", to: ".hidden/file.txt")
    try write("more hidden words\n", to: ".profile")
    try writeSubfolder("sub folder")
    // The program reads chunks of 256 KiB. The first one ends in a word, the second one in a character.
    try write(String(repeating: "alpha béta\n", count: 50_000), to: "several chunks.long")
    // Exactly one chunk, so a second read returns nothing.
    try write(String(repeating: "abc\n", count: 65_536), to: "one.chunk")
  }

  /// Creates entries that are neither files nor folders, and that the program skips silently.
  func writeSkippedEntries(linkingTo folder: TemporaryFolder) throws {
    try link("link to a file", to: "plain.txt")
    try link("link to a folder elsewhere", to: folder.path)
    guard mkfifo(location(of: "pipe").path, 0o600) == 0 else { throw POSIXError(.init(rawValue: errno)!) }
  }

  /// Creates files about which the program makes remarks. Returns these, in byte order.
  func writeRemarkableFiles() throws -> [String] {
    try writeSubfolder("copy")
    try write("", to: "empty.txt")
    try write("", to: "new\nline.txt")
    try write("text\0text\nmore text\n", to: "binary.bin")
    try link("dangling", to: "nowhere")
    return [
      "treescan: \(path)/binary.bin: binary file, its words are not counted",
      "treescan: \(path)/dangling: dangling link: No such file or directory",
      "treescan: \(path)/empty.txt: empty file",
      "treescan: \(path)/new?line.txt: empty file",
    ]
  }

  /// Creates a folder that contains a file and a folder with a file, with characters of several bytes.
  private func writeSubfolder(_ name: String) throws {
    try write("# Heading\n\nText text TEXT.\n", to: "\(name)/with spaces.md")
    try write("Größe größe naïve 日本語 日本語 日本語 a bb\n", to: "\(name)/deeper/unicode.utf")
  }

  /// Creates a file that takes longer to read than any test runs.
  func writeEndlessFile(_ name: String) throws { try resize(name, to: 1 << 36) }
}
