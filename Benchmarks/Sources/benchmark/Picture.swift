import Foundation

/// Draws the ratios to the baselines: one bar per row, on a logarithmic scale, in light and dark mode.
struct Picture {
  private let report: Report
  private let rows: [Row]
  private let scale: Scale

  private static let labels = 330.0
  private static let plot = 400.0
  private static let figures = 190.0
  private static let line = 24.0
  private static let top = 84.0
  private static let width = labels + plot + figures

  init(_ report: Report) {
    self.report = report
    rows = report.rows.filter { ($0.ratio ?? 0) > 0 }
    let ratios = rows.flatMap { [$0.ratio, $0.goalRatio].compactMap { $0 } }.filter { $0 > 0 && $0.isFinite }
    scale = Scale(around: ratios, from: Self.labels, width: Self.plot)
  }

  func write(to file: URL) throws { try Data(svg.utf8).write(to: file) }

  private var bottom: Double { Self.top + Double(rows.count) * Self.line }

  private var svg: String {
    let height = bottom + 78
    let size =
      "width=\"\(Int(Self.width))\" height=\"\(Int(height))\" viewBox=\"0 0 \(Int(Self.width)) \(Int(height))\""
    let parts: [String] =
      [
        "<svg xmlns=\"http://www.w3.org/2000/svg\" \(size) role=\"img\" aria-label=\"Costs compared with the baselines\">",
        style, "<rect class=\"paper\" width=\"100%\" height=\"100%\" rx=\"8\"/>",
        text(16, 30, "Cost compared with the baseline of the same run", style: "title"),
        text(16, 50, "Ours divided by the baseline; shorter is better. \(report.date)", style: "small"),
      ] + axis + rows.enumerated().flatMap { bar($1, at: Self.top + Double($0) * Self.line) } + legend + ["</svg>", ""]
    return parts.joined(separator: "\n")
  }

  private var style: String {
    """
    <style>
      text { font: 12px -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; fill: #1f2328; }
      .title { font-size: 16px; font-weight: 600; }
      .small { font-size: 11px; fill: #59636e; }
      .end { text-anchor: end; }
      .middle { text-anchor: middle; }
      .paper { fill: #ffffff; }
      .grid { stroke: #d1d9e0; }
      .base { stroke: #59636e; stroke-width: 1.5; }
      .good { fill: #1a7f37; }
      .over { fill: #bc4c00; }
      .plain { fill: #0969da; }
      .goal { stroke: #1f2328; stroke-width: 2; }
      @media (prefers-color-scheme: dark) {
        text { fill: #f0f6fc; }
        .small { fill: #9198a1; }
        .paper { fill: #0d1117; }
        .grid { stroke: #3d444d; }
        .base { stroke: #9198a1; }
        .good { fill: #3fb950; }
        .over { fill: #f0883e; }
        .plain { fill: #4493f8; }
        .goal { stroke: #f0f6fc; }
      }
    </style>
    """
  }

  private var axis: [String] {
    scale.ticks.flatMap { tick in
      let x = scale.position(of: tick)
      return [
        line(x, Self.top - 6, x, bottom, style: tick == 1 ? "base" : "grid"),
        text(x, Self.top - 12, tick == 1 ? "baseline" : "\(Format.ratio(tick)) x", style: "small middle"),
      ]
    }
  }

  private func bar(_ row: Row, at y: Double) -> [String] {
    let ratio = row.ratio ?? 1
    let end = scale.position(of: ratio)
    let kind = row.isMet.map { $0 ? "good" : "over" } ?? "plain"
    var parts = [
      text(Self.labels - 12, y + 15, row.what, style: "end"),
      "<rect class=\"\(kind)\" x=\"\(short(Self.labels))\" y=\"\(short(y + 4))\""
        + " width=\"\(short(max(end - Self.labels, 1)))\" height=\"\(short(Self.line - 9))\" rx=\"2\"/>",
      text(
        Self.labels + Self.plot + 12, y + 15,
        "\(Format.ratio(ratio)) x \(row.baseline.map { $0.name } ?? "")", style: ""),
    ]
    if let goal = row.goalRatio, goal > 0 {
      let x = scale.position(of: goal)
      parts.append(line(x, y + 1, x, y + Self.line - 2, style: "goal"))
    }
    return parts
  }

  private var legend: [String] {
    let y = bottom + 26
    return [
      "<rect class=\"good\" x=\"16\" y=\"\(short(y - 10))\" width=\"14\" height=\"11\" rx=\"2\"/>",
      text(36, y, "goal reached", style: "small"),
      "<rect class=\"over\" x=\"126\" y=\"\(short(y - 10))\" width=\"14\" height=\"11\" rx=\"2\"/>",
      text(146, y, "over the goal", style: "small"), line(240, y - 11, 240, y + 2, style: "goal"),
      text(248, y, "the goal", style: "small"),
      "<rect class=\"plain\" x=\"316\" y=\"\(short(y - 10))\" width=\"14\" height=\"11\" rx=\"2\"/>",
      text(336, y, "without a goal", style: "small"),
      text(16, y + 20, "\(report.machine); \(report.compiler)", style: "small"),
      text(16, y + 38, report.command, style: "small"),
    ]
  }

  private func text(_ x: Double, _ y: Double, _ words: String, style: String) -> String {
    let escaped = words.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
    return "<text class=\"\(style)\" x=\"\(short(x))\" y=\"\(short(y))\">\(escaped)</text>"
  }

  private func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, style: String) -> String {
    "<line class=\"\(style)\" x1=\"\(short(x1))\" y1=\"\(short(y1))\" x2=\"\(short(x2))\" y2=\"\(short(y2))\"/>"
  }

  private func short(_ number: Double) -> String { String(format: "%.1f", number) }
}
