import Foundation

/// Returns the number of repetitions for a test that repeats something very often: `count`, or a twentieth of it under
/// Thread Sanitizer, which makes code that much slower.
package func many(_ count: Int) -> Int { isThreadSanitized ? count / 20 : count }

private let isThreadSanitized = dlsym(nil, "__tsan_init") != nil

/// The number of races to run of each kind: the value of the environment variable `RACES`, or 20,000 by default.
package var raceCount: Int { many(ProcessInfo.processInfo.environment["RACES"].flatMap { Int($0) } ?? 20_000) }
