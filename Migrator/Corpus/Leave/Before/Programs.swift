package typealias Program = (name: String, run: @Sendable () async throws -> [String])

package let programs: [Program] = callbackPrograms + chainPrograms + namePrograms + operationPrograms + twinPrograms
