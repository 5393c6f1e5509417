/// The version of the package, as in `CHANGELOG.md`.
let version = "0.1.0"
