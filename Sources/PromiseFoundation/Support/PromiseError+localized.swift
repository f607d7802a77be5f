public import Foundation
public import PromiseCore

extension PromiseError: LocalizedError {}
