extension PendingOverview {
  /// The graph in the language of Mermaid. An arrow leads from what waits to what it waits for.
  var mermaid: String {
    var lines = ["flowchart BT"]
    for (index, vertex) in vertices.enumerated() {
      let label = vertex.labels.map(Self.escapedForMermaid).joined(separator: "<br/>")
      lines.append("  p\(index)[\"\(label)\"]\(vertex.isRoot ? ":::root" : "")")
    }
    for edge in edges {
      let label = edge.label.isEmpty ? "" : "|\"\(Self.escapedForMermaid(edge.label))\"|"
      lines.append("  p\(edge.waiting) -->\(label) p\(edge.awaited)")
    }
    for (number, other) in others.enumerated() {
      lines.append("  w\(number)([\"\(Self.escapedForMermaid(other.label))\"]) --> p\(other.vertex)")
    }
    lines.append("  classDef root fill:#fdd,stroke:#c00,color:#000")
    return lines.joined(separator: "\n") + "\n"
  }

  /// The graph in the language of Graphviz. An arrow leads from what waits to what it waits for.
  var graphviz: String {
    var lines = [
      "digraph {", "  rankdir = BT",
      "  node [shape = box, style = \"rounded,filled\", fillcolor = white, fontname = \"Helvetica\", fontsize = 11]",
      "  edge [fontname = \"Helvetica\", fontsize = 9]",
    ]
    for (index, vertex) in vertices.enumerated() {
      let label = vertex.labels.map(Self.escapedForGraphviz).joined(separator: "\\n")
      let color = vertex.isRoot ? ", fillcolor = \"#ffdddd\", color = \"#cc0000\"" : ""
      lines.append("  p\(index) [label = \"\(label)\"\(color)]")
    }
    for edge in edges {
      let label = edge.label.isEmpty ? "" : " [label = \"\(Self.escapedForGraphviz(edge.label))\"]"
      lines.append("  p\(edge.waiting) -> p\(edge.awaited)\(label)")
    }
    for (number, other) in others.enumerated() {
      lines.append("  w\(number) [label = \"\(Self.escapedForGraphviz(other.label))\", shape = oval, style = dashed]")
      lines.append("  w\(number) -> p\(other.vertex)")
    }
    lines.append("}")
    return lines.joined(separator: "\n") + "\n"
  }

  private var edges: [(waiting: Int, awaited: Int, label: String)] {
    vertices.enumerated().flatMap { index, vertex in
      vertex.waiting.map { edge in
        let label = Quantity(edge.count).times + edge.means.text
        return (edge.vertex, index, label.hasSuffix(" ") ? String(label.dropLast()) : label)
      }
    }
  }

  private var others: [(vertex: Int, label: String)] {
    vertices.enumerated().flatMap { index, vertex in
      vertex.others.map { (index, Quantity($0.count).times + $0.waiter.description) }
    }
  }

  /// Replaces the characters that have a meaning in a label of Mermaid.
  private static func escapedForMermaid(_ text: String) -> String {
    // The scalars are escaped, because a character may combine a quotation mark and an accent.
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\"": result += "#quot;"
      case "<": result += "#lt;"
      case ">": result += "#gt;"
      case "#": result += "#35;"
      case "&": result += "#amp;"
      case "`": result += "#96;"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  /// Escapes the characters that have a meaning in a label of Graphviz.
  private static func escapedForGraphviz(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}

extension PendingOverview.Vertex {
  /// The lines of a box.
  fileprivate var labels: [String] {
    [title, promises[0].operation, promises[0].location, "pending for \(age)"] + states
  }
}
