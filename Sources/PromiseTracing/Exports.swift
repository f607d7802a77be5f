@_exported public import PromiseCore
