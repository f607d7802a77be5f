extension PendingOverview {
  /// The causes, and the vertices as a tree: below each vertex stands what waits for it.
  var text: String {
    guard count > 0 else { return "no pending promises" }
    var lines = [Quantity(count).counted("pending promise"), ""]
    lines += causes.enumerated().map { "\($0.offset + 1). \($0.element)" }
    lines.append("")
    var isDisplayed = [Bool](repeating: false, count: vertices.count)
    for root in roots.joined() { lines += tree(from: root, &isDisplayed) }
    return lines.joined(separator: "\n")
  }

  /// The lines of the tree that begins with the promises of a cause.
  func tree(ofCause index: Int) -> [String] {
    var isDisplayed = [Bool](repeating: false, count: vertices.count)
    return roots[index].flatMap { tree(from: $0, &isDisplayed) }
  }

  /// What waits for a vertex, as an entry of the tree.
  private enum Entry {
    case vertex(Int, means: Means)
    case other(PendingPromise.Waiter, count: Int)
  }

  /// The lines of the tree. A vertex that waits for several others stands below the first of them.
  ///
  /// If only one thing waits for a vertex, it stands on the next line with the same indentation, after an arrow, so that
  /// a long chain does not move to the right.
  ///
  /// - Parameters:
  ///   - root: The vertex at the top.
  ///   - isDisplayed: The vertices that need not be displayed again.
  private func tree(from root: Int, _ isDisplayed: inout [Bool]) -> [String] {
    var lines: [String] = []
    if !isDisplayed[root] {
      var stack: [(entry: Entry, marker: String, indentation: String)] = [(.vertex(root, means: Means()), "", "")]
      while let (entry, marker, indentation) = stack.popLast() {
        switch entry {
        case .other(let waiter, let count):
          lines.append(marker + Quantity(count).times + waiter.description)
        case .vertex(let index, let means):
          let suffix = means.text.isEmpty ? "" : ", \(means.text)"
          if isDisplayed[index] {
            lines.append("\(marker)\(vertices[index].title)\(suffix) (see above)")
            continue
          }
          isDisplayed[index] = true
          lines.append(marker + vertices[index].line + suffix)
          let entries =
            vertices[index].waiting.filter { $0.vertex != index }.map { Entry.vertex($0.vertex, means: $0.means) }
            + vertices[index].others.map { Entry.other($0.waiter, count: $0.count) }
          if entries.count == 1 {
            stack.append((entries[0], indentation + "↳ ", indentation))
            continue
          }
          for (position, entry) in entries.enumerated().reversed() {
            let isLast = position == entries.count - 1
            stack.append((entry, indentation + (isLast ? "└─ " : "├─ "), indentation + (isLast ? "   " : "│  ")))
          }
        }
      }
    }
    return lines
  }
}

extension PendingOverview.Vertex {
  /// The number and the type of the promise, or the number of promises and their type.
  var title: String {
    let first = promises[0]
    return promises.count == 1 ? "#\(first.number) \(first.type)" : Quantity(promises.count).times + first.type
  }

  /// How long the promises have been pending.
  var age: String {
    let youngest = Words.time(promises.map(\.age).min()!)
    let oldest = Words.time(promises.map(\.age).max()!)
    return youngest == oldest ? oldest : "\(youngest) to \(oldest)"
  }

  /// What the promises wait for and what else is known about them.
  var states: [String] {
    var states: [String] = []
    if isCircle {
      states.append("waits for itself")
    } else if isRoot {
      let dependencies = promises[0].dependencies.map(promises[0].description(of:))
      states.append(dependencies.isEmpty ? "waits for something unknown" : dependencies.joined(separator: ", "))
    }
    if let attempt = promises[0].attempt, promises.count == 1 { states.append(attempt.description) }
    if let progress = promises[0].progress, promises.count == 1 {
      states.append("\(Int((progress.fractionCompleted * 100).rounded())) % completed")
    }
    let canceled = promises.lazy.filter(\.isCancelRequested).count
    if canceled > 0 { states.append(promises.count == 1 ? "canceled" : "\(Words.number(canceled)) canceled") }
    return states
  }

  /// The vertex on one line, without what waits for it.
  var line: String {
    (["\(title) from \(promises[0].operation)", promises[0].location, age] + states).joined(separator: ", ")
  }
}

extension PendingPromise {
  /// Returns what the promise does that has a dependency, with the queue in which its task waits.
  func description(of dependency: Dependency) -> String {
    if case .queuedTask = dependency { "waits for \(turn)" } else { dependency.description }
  }

  /// What a task waits for that has not been called, as the object of "waits for".
  var turn: String { "its turn in \(position?.description ?? "a PromiseQueue")" }
}

extension PendingPromise: CustomStringConvertible {
  /// The number, type, operation, creation site and age of the promise, and what it waits for.
  public var description: String {
    var vertex = PendingOverview.Vertex(promises: [self])
    vertex.isRoot = true
    return vertex.line
  }
}

extension PendingPromise.Dependency: CustomStringConvertible {
  /// What a promise does that has this dependency, such as "waits for its resolver".
  public var description: String {
    switch self {
    case .promise(let number): "waits for #\(number)"
    case .otherPromise(let file, let line):
      "waits for a promise created at \(file):\(line), which is not part of this snapshot"
    case .resolver: "waits for its resolver"
    case .task(let name): "waits for its task" + (name.map { " \"\(Words.line($0))\"" } ?? "")
    case .queuedTask: "waits for its turn in a PromiseQueue"
    case .timer(let seconds): "waits for a timer, \(Words.due(seconds))"
    case .queuedHandler(let executor, let seconds):
      "waits for its handler, queued for \(Words.time(seconds)) on \(executor)"
    case .runningHandler(let executor, let seconds):
      "waits for its handler, running for \(Words.time(seconds)) on \(executor)"
    }
  }
}

extension PendingPromise.Waiter: CustomStringConvertible {
  /// What waits.
  public var description: String {
    switch self {
    case .promise(let number, let executor): "#\(number)" + (executor.map { ", handler on \($0)" } ?? "")
    case .task(let name, let number): Words.task(name) + (number.map { " that settles #\($0)" } ?? "")
    case .thread(let isMain, let file, let line):
      "\(isMain ? "the main thread" : "a thread"), blocked at \(file):\(line)"
    case .handler(let executor): "a handler" + (executor.map { " on \($0)" } ?? "")
    }
  }
}
