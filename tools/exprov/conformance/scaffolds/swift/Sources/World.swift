import Foundation

/// Why there is no answer. `isTransient`: calling the same provider again may succeed, within the same attempt.
struct Failure: Error {
    let errorClass: String
    let message: String
    var isTransient = false
}

/// What a provider declares.
struct Provider {
    let id: String
    let locality: String?
    let configuredModel: String?
}

/// The world around your engine in an `emit` case, made from its facts: providers that replay their part, and a user.
///
/// Plan over `providers` in their order, leave out those with `objections`, and `call` the rest until one succeeds. Look at
/// `isCancelled` before `check`, before each attempt, and after each call and event: the user cancels meanwhile.
///
/// - `before-attempts`: cancelled before `check` if there is no plan, else during it: the plan is made, nothing is attempted.
/// - `between-attempts`: cancelled while the last attempt fails. That attempt is failed, and no other one begins.
/// - `during-attempt`: cancelled while the provider runs; its call ends without a failure. That attempt is cancelled.
final class World {
    let facts: Message
    let providers: [Provider]
    private(set) var isCancelled: Bool
    private let rejections: [Message]
    private let attempts: [Message]
    private var calls: [String: Int] = [:]

    init(_ facts: Message) {
        self.facts = facts
        let plan = facts["plan"] as? Message
        let rejections = plan?["rejections"] as? [Message] ?? []
        let known = facts["candidates"] as? [Message] ?? []
        let order = rejections.compactMap { $0["providerId"] as? String } + (plan?["chain"] as? [String] ?? [])
        self.rejections = rejections
        attempts = facts["attempts"] as? [Message] ?? []
        providers = order.map { id in
            let declared = known.first { $0["providerId"] as? String == id } ?? [:]
            let model = declared["configuredModel"] as? String
            return Provider(id: id, locality: declared["locality"] as? String, configuredModel: model)
        }
        isCancelled = facts["cancelled"] as? String == "before-attempts" && plan == nil
    }

    /// The validation of the request, before the plan.
    func check() throws {
        if let error = facts["planError"] as? Message { throw failure(error) }
        if facts["cancelled"] as? String == "before-attempts" { isCancelled = true }
    }

    /// The reason codes why a provider cannot take the request; empty if it can.
    func objections(_ providerId: String) -> [String] {
        let rejection = rejections.first { $0["providerId"] as? String == providerId }
        return rejection?["reasonCodes"] as? [String] ?? []
    }

    /// Call a provider: `opened` gets the model that it reports, `text` a piece of the answer. Throws a `Failure`.
    func call(_ providerId: String, opened: (String?) -> Void, text: (String) -> Void) throws {
        guard let place = attempts.firstIndex(where: { $0["providerId"] as? String == providerId }) else {
            preconditionFailure("only providers of the chain are called")
        }
        let attempt = attempts[place]
        let payload = attempt["payload"] as? String ?? ""
        if attempt["buffered"] as? Bool == true { text(payload) }
        calls[providerId, default: 0] += 1
        if calls[providerId, default: 0] <= attempt["retries"] as? Int ?? 0 {
            throw Failure(errorClass: "Unavailable", message: "try again", isTransient: true)
        }
        opened(attempt["reportedModel"] as? String)
        let did = attempt["did"] as? String
        if did == "answered" || attempt["committed"] as? Bool == true {
            text(payload)
        }
        let moment = did == "failed" ? "between-attempts" : "during-attempt"
        if place == attempts.count - 1, facts["cancelled"] as? String == moment { isCancelled = true }
        if did == "failed" { throw failure(attempt) }
    }

    private func failure(_ error: Message) -> Failure {
        Failure(errorClass: error["errorClass"] as? String ?? "", message: error["message"] as? String ?? "")
    }
}
