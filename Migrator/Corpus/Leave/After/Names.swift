/// A case, a property and parameters with the names of functions.
private enum Failure: Error { case text(String) }

private struct Diary: Sendable { var names: [String] = [] }

private final class Library: Sendable {
  let title: String = "Library"

  func text(_ id: Int) async throws -> String {
    guard id > 0 else { throw Failure.text("\(id)") }
    return "text \(id)"
  }

  func names() async throws -> [String] { ["a", "b"] }

  func title(_ id: Int) async throws -> String { "title \(id)" }

  func count(_ id: Int) async throws -> Int {
    let text = try await text(id)
    return text.count
  }

  func titleWithNames(_ id: Int) async throws -> String {
    let title = try await title(id), text = title
    guard let names = try await names() as [String]? else { return "" }
    return "\(self.title) \(text) \(names)"
  }
}

private struct Page {
  let number: Int

  init(parsing text: String) { number = Int(text.split(separator: " ").last!)! }
}

/// A function with an optional parameter, and one of the same name that needs another argument.
private final class Service: Sendable {
  func rent(at id: Int, for days: Int = 1) async throws -> Int { id * days }
}

private final class Screen: Sendable {
  func rent(at id: Int, show: @escaping (Int) -> Void) { show(id) }
}

let namePrograms: [Program] = [
  (
    "other declarations have the names of functions",
    {
      let library = Library()
      let service = Service()
      var lines: [String] = []
      for id in [1, 0] { lines.append(await outcome("count") { try await library.count(id) }) }
      lines.append(await outcome("title") { try await library.titleWithNames(1) })
      var diary = Diary()
      diary.names = try await library.names()
      lines.append("\(diary.names)")
      lines.append("page \(Page(parsing: "page 7").number)")
      lines.append(await outcome("rent") { try await service.rent(at: 3) })
      Screen().rent(at: 4) { lines.append("shown \($0)") }
      return lines
    }
  )
]
