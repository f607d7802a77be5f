import PromiseConcurrency

struct Weather {
  var name: String

  /// Returns the forecast.
  ///
  /// - Parameter day: The day.
  /// - Returns: The temperature.
  func forecast(day: Int) async throws -> Int {
    if day < 0 { throw Failure(text: "past") }
    return day + name.count
  }

  func city() async -> String { name }

  func refresh() async throws {}

  func pause() async {}

  // A property has the name of the twin.
  func name() async -> String { name }

  func typed(_ day: Int) async throws(Failure) -> Int { day }

  func never(_ day: Int) async throws(Never) -> Int { day }

  @discardableResult
  func report<T: Equatable>(_ value: T, twice: Bool = false) async throws -> [T] {
    twice ? [value, value] : [value]
  }

  func all(_ days: some Collection<Int> & Sendable, transform: @escaping @Sendable (Int) async throws -> Int)
    async rethrows -> Int
  {
    var sum = 0
    for day in days { sum += try await transform(day) }
    return sum
  }
}

actor Station {
  private var readings: [Int] = []

  func add(_ reading: Int) async throws -> Int {
    readings.append(reading)
    return readings.count
  }

  func count() async -> Int { readings.count }
}

@MainActor final class Panel {
  private var lines: [String] = []

  func show(_ line: String) async throws -> Int {
    lines.append(line)
    return lines.count
  }
}

protocol Sensor: Sendable {
  func value(_ channel: Int) async throws -> Int
}

struct ConstantSensor: Sensor {
  func value(_ channel: Int) async throws -> Int { channel }
}
