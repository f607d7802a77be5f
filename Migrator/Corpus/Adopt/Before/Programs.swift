/// The programs of this folder, which return the lines that they would print.
package let programs: [(name: String, run: @Sendable () async throws -> [String])] = []
