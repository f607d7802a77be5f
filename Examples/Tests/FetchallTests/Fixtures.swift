import Foundation

@testable import fetchall

/// Returns the URL in a text that contains one.
func url(_ text: String) -> URL { URL(string: text)! }

/// Returns a file to download, which is never downloaded.
func file(_ name: String, number: Int = 0) -> RemoteFile {
  RemoteFile(
    number: number, url: url("https://example.com/file?key=secret"), name: name,
    folder: URL(fileURLWithPath: "/nowhere", isDirectory: true))
}

/// An error with a text of its own.
struct SomeError: LocalizedError {
  let errorDescription: String?

  init(_ text: String) { errorDescription = text }
}
