@_exported public import PromiseConcurrency
