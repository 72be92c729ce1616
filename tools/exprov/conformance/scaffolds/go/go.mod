module example.org/my-engine-conformance

go 1.21
