/// The names of the subjects in tables and charts.
enum Names {
  /// Returns the display name of a subject.
  static func full(_ name: String) -> String {
    switch name {
    case "promise": "this library"
    case "gcd": "GCD"
    case "nio": "SwiftNIO"
    case "task": "Task"
    case "combine": "OpenCombine"
    case "by-hand": "by hand"
    case "checked": "checked continuation"
    case "unsafe": "unsafe continuation"
    default: name
    }
  }
}
