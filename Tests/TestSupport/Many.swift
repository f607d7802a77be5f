import Foundation

/// How often to do what is done very often: a twentieth of `count` under Thread Sanitizer, which makes everything that
/// much slower.
package func many(_ count: Int) -> Int { isThreadSanitized ? count / 20 : count }

private let isThreadSanitized = dlsym(nil, "__tsan_init") != nil

/// How many races to run of each kind: as many as the environment variable `RACES` says, or some.
package var raceCount: Int { many(ProcessInfo.processInfo.environment["RACES"].flatMap { Int($0) } ?? 20_000) }
