import ExampleTestSupport
import Foundation
import Testing

@testable import fetchall

@Suite struct RemoteFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a downloaded file gets its name, and its size is returned`() throws {
    let file = RemoteFile(number: 0, url: url("http://a"), name: "a?b %20", folder: folder.url)
    try Data(count: 7).write(to: file.download)
    #expect(try file.complete() == 7)
    #expect(folder.names == ["a?b %20"])
  }

  @Test func `a downloaded file does not replace another one`() throws {
    let file = RemoteFile(number: 0, url: url("http://a"), name: "name", folder: folder.url)
    try Data("new".utf8).write(to: file.download)
    try Data("old".utf8).write(to: file.location)
    #expect(throws: (any Error).self) { try file.complete() }
    #expect(folder.names == ["name"])
    #expect(try Data(contentsOf: file.location) == Data("old".utf8))
  }

  @Test func `discarding a file removes the download only`() throws {
    let file = RemoteFile(number: 0, url: url("http://a"), name: "name", folder: folder.url)
    try Data().write(to: file.download)
    try Data().write(to: file.location)
    file.discard()
    #expect(folder.names == ["name"])
  }

  @Test func `two files have different downloads`() {
    #expect(file("a").download != file("a").download)
  }
}
