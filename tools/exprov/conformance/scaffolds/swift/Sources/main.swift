// The adapter between the conformance driver and your engine: it speaks the protocol already, and you write the four ops
// in Ops.swift. One JSON object per line on standard input and output. Print nothing else there; standard error is yours.

import Foundation

typealias Message = [String: Any]

let input = FileHandle.standardInput
var waiting = Data()

/// The next line without its line feed, or nil at the end. Not `readLine`: a carriage return ends no line here.
func nextLine() -> Data? {
    var searched = waiting.startIndex
    while true {
        if let end = waiting[searched...].firstIndex(of: 0x0A) {
            let line = Data(waiting[..<end])
            waiting = Data(waiting[waiting.index(after: end)...])
            return line
        }
        searched = waiting.endIndex
        let more = input.availableData
        if more.isEmpty { return nil }
        waiting.append(more)
    }
}

/// One line, and out at once: the driver waits for it.
func send(_ message: Message) throws {
    var line = try JSONSerialization.data(withJSONObject: message, options: [.withoutEscapingSlashes])
    line.append(0x0A)
    FileHandle.standardOutput.write(line)
}

func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(1)
}

func hello(_ message: Message) -> Message {
    let protocols = message["protocol"] as? [Int] ?? []
    if !protocols.contains(1) {
        fail("this adapter speaks protocol 1, and the driver speaks \(protocols)")
    }
    let engine: Message = [
        "name": engineName,
        "version": engineVersion,
        "language": "swift",
        "os": ProcessInfo.processInfo.operatingSystemVersionString,
    ]
    let head: Message = ["type": "hello", "protocol": 1, "run": message["run"] ?? "", "engine": engine]
    return head.merging(declared) { head, _ in head }
}

func answer(_ message: Message) -> Message {
    var result: Message = ["type": "result", "id": message["id"] ?? "", "status": "ok"]
    let op = message["op"] as? String ?? ""
    if !ops.contains(op) {
        result["status"] = "unsupported"
        result["unsupported"] = ["feature": op]
        return result
    }
    do {
        return result.merging(try perform(op, message)) { _, given in given }
    } catch let missing as NotWritten {
        result["error"] = ["message": missing.message]
    } catch {
        result["error"] = ["message": "\(error)"]
    }
    result["status"] = "error"
    return result
}

/// The members of the result that the op gives.
func perform(_ op: String, _ message: Message) throws -> Message {
    let given = message["input"] as? Message ?? [:]
    let carrier = message["carrier"] as? String
    if op == "emit" {
        return ["output": output(try emit(given["facts"] as? Message ?? [:], carrier: carrier))]
    }
    let data = (given["b64"] as? String).flatMap { Data(base64Encoded: $0) } ?? Data((given["text"] as? String ?? "").utf8)
    switch op {
    case "validate":
        let found = try validate(data, carrier: carrier, level: message["level"] as? String ?? "")
        let findings = found.map { ["rule": $0.rule, "path": $0.path] }
        return ["verdict": found.isEmpty ? "valid" : "invalid", "findings": findings]
    case "roundtrip":
        return ["output": output(try roundtrip(data, carrier: carrier))]
    default:
        guard let (form, digest) = try canonical(data, carrier: carrier) else { return ["output": NSNull()] }
        return ["output": output(form), "digest": digest]
    }
}

func output(_ data: Data) -> Message {
    if let text = String(data: data, encoding: .utf8), Data(text.utf8) == data {
        return ["text": text]
    }
    return ["b64": data.base64EncodedString()]
}

var answered = 0
while let line = nextLine() {
    guard let message = try JSONSerialization.jsonObject(with: line) as? Message else {
        fail("the driver sent a line that is not an object")
    }
    switch message["type"] as? String {
    case "hello":
        try send(hello(message))
    case "case":
        try send(answer(message))
        answered += 1
    case "bye":
        try send(["type": "bye", "answered": answered])
        exit(0)
    default:
        break
    }
}
