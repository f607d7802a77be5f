import PMKFoundation
internal import PromiseKit

func valid(_ answer: Promise<(data: Data, response: URLResponse)>) -> Promise<Data> { answer.validate().map(\.data) }
