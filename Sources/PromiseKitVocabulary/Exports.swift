@_exported public import SharedVocabulary
