import CommandLineSupport
import Foundation

/// Input that cannot be used, with a message that explains the problem. Nothing has been downloaded.
struct InputError: Error, Equatable {
  /// The status with which the program ends.
  let status: ExitStatus
  /// What is wrong with the input.
  let message: String
}

/// The URLs to download.
enum URLList {
  /// Returns the URLs of the arguments, followed by those of the list, if there is one.
  static func read(_ options: Options) throws(InputError) -> [URL] {
    var urls: [URL] = []
    for text in options.urls { urls.append(try url(text, origin: "")) }
    guard let list = options.list else { return urls }
    return urls + (try parse(try contents(of: list), name: list == "-" ? "standard input" : list))
  }

  /// Returns the URLs in the text of a list, which has one a line. Empty lines are ignored.
  static func parse(_ text: String, name: String) throws(InputError) -> [URL] {
    var urls: [URL] = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let line = line.trimmingCharacters(in: .whitespaces)
      if !line.isEmpty { urls.append(try url(line, origin: "\(name), line \(index + 1): ")) }
    }
    return urls
  }

  /// Returns the URL in a text. A message about it begins with `origin`.
  private static func url(_ text: String, origin: String) throws(InputError) -> URL {
    let isOneWord = !text.contains(where: \.isWhitespace)
    guard isOneWord, let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
      url.host?.isEmpty == false
    else {
      let shown = String.withoutSecrets(text).printable
      let problem = "“\(shown)” is not a URL that begins with http:// or https:// and a host"
      throw InputError(status: .usage, message: origin + problem)
    }
    return url
  }

  /// Returns the text of a list.
  private static func contents(of list: String) throws(InputError) -> String {
    var isFolder: ObjCBool = false
    if list != "-", FileManager.default.fileExists(atPath: list, isDirectory: &isFolder), isFolder.boolValue {
      throw InputError(status: .failed, message: "\(list) cannot be read: It is a folder.")
    }
    let data: Data
    do {
      let handle =
        list == "-" ? FileHandle.standardInput : try FileHandle(forReadingFrom: URL(fileURLWithPath: list))
      data = try handle.readToEnd() ?? Data()
    } catch {
      throw InputError(status: .failed, message: "\(list) cannot be read: \(error.localizedDescription)")
    }
    guard let text = String(data: data, encoding: .utf8) else {
      throw InputError(status: .failed, message: "\(list) cannot be read: It is not text in UTF-8.")
    }
    return text
  }
}
