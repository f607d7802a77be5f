import Foundation

/// A file to download.
struct RemoteFile: Equatable, Sendable {
  /// The number of its URL in the list, starting at 0.
  let number: Int
  /// Where to download it from.
  let url: URL
  /// The name under which it is saved.
  let name: String
  /// Where to save it.
  let location: URL
  /// Where to download it to. Only the valid response of a server gets the file's name, because a file with this name
  /// is not downloaded again.
  let download: URL

  /// Creates the file with a name in a folder.
  init(number: Int, url: URL, name: String, folder: URL) {
    self.number = number
    self.url = url
    self.name = name
    location = folder.appendingPathComponent(name, isDirectory: false)
    download = folder.appendingPathComponent(".\(UUID().uuidString).download", isDirectory: false)
  }

  /// Gives the downloaded file its name. Returns its size.
  func complete() throws -> Int {
    do {
      let size = try FileManager.default.attributesOfItem(atPath: download.path)[.size] as? NSNumber
      try FileManager.default.moveItem(at: download, to: location)
      return size?.intValue ?? 0
    } catch {
      discard()
      throw error
    }
  }

  /// Removes the downloaded file, if it has not got its name.
  func discard() { try? FileManager.default.removeItem(at: download) }
}
