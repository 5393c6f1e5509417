// What the public API shows of the layers below comes along with `import LivePreferences`.
@_exported public import PreferencesStore
@_exported public import PropertyLists
