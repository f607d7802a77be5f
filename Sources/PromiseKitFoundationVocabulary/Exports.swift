@_exported public import PromiseFoundation
@_exported public import PromiseKitVocabulary
