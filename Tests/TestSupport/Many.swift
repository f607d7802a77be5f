import Foundation

/// Returns the number of repetitions for a test that repeats something very often: `count` in a release build, a fifth of
/// it in a debug build, and a twentieth of it under a sanitizer, because code runs that much slower there.
package func many(_ count: Int) -> Int { isSanitized ? count / 20 : isDebugBuild ? count / 5 : count }

let isSanitized = dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil

#if DEBUG
  private let isDebugBuild = true
#else
  private let isDebugBuild = false
#endif

/// The number of races to run of each kind: the value of the environment variable `RACES`, or 20,000 by default, as
/// ``many(_:)`` scales it.
package var raceCount: Int { many(ProcessInfo.processInfo.environment["RACES"].flatMap { Int($0) } ?? 20_000) }
