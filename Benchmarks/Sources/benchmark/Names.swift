/// What the subjects are called in tables and pictures.
enum Names {
  /// The name for people of a subject that the programs print.
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
