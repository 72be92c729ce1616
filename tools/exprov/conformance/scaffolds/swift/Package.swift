// swift-tools-version:5.9
import PackageDescription

let package = Package(
    name: "my-engine-conformance",
    targets: [.executableTarget(name: "my-engine-conformance", path: "Sources")]
)
