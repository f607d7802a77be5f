import Foundation
@_spi(PromiseKit) import PromiseKitVocabulary

func awaiting(_ lines: Lines) {
  Task {
    lines.print(try await number(2).async(), await Guarantee.value("guarantee").async())
    do { _ = try await number(-2).async() } catch { lines.print(error) }
    lines.end()
  }
}

func waiting(_ lines: Lines) {
  DispatchQueue.global().async {
    lines.print((try? number(4).wait()) ?? 0, (try? number(-4).wait()) ?? 0)
    lines.end()
  }
}
