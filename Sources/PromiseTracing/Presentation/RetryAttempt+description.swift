extension RetryAttempt: CustomStringConvertible {
  /// The number of the attempt and of all attempts, such as `in attempt 2 of 4`.
  var description: String {
    let total = retries == .max ? "" : " of \(Words.number(max(retries, 0) + 1))"
    return "\(isRunning ? "in" : "before") attempt \(Words.number(number))\(total)"
  }
}
