// A class with preferences names types of both; `import ObservablePreferences` is enough for it.
@_exported public import LivePreferences
@_exported public import Observation
