import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.boolean
import kotlinx.serialization.json.int
import kotlinx.serialization.json.jsonArray
import kotlinx.serialization.json.jsonObject
import kotlinx.serialization.json.jsonPrimitive

/** Why there is no answer. [transient]: calling the same provider again may succeed, within the same attempt. */
class Failure(val errorClass: String, val message: String, val transient: Boolean = false)

/** What a provider declares. */
class Provider(val id: String, val locality: String?, val configuredModel: String?)

/**
 * The world around your engine in an `emit` case, made from its facts: providers that replay their part, and a user.
 *
 * Plan over [providers] in their order, leave out those with [objections], and [call] the rest until one succeeds. Look at
 * [cancelled] before [check], before each attempt, and after each call and event: the user cancels meanwhile.
 *
 * - `before-attempts`: cancelled before [check] if there is no plan, else during it: the plan is made, nothing is attempted.
 * - `between-attempts`: cancelled while the last attempt fails. That attempt is failed, and no other one begins.
 * - `during-attempt`: cancelled while the provider runs; its call ends without a failure. That attempt is cancelled.
 */
class World(val facts: JsonObject) {
    private val plan = facts["plan"]?.jsonObject
    private val rejected = plan.list("rejections").associate { one ->
        one.jsonObject.text("providerId")!! to one.jsonObject.list("reasonCodes").map { it.jsonPrimitive.content }
    }
    private val attempts = facts.list("attempts").map { it.jsonObject }
    private val calls = mutableMapOf<String, Int>()

    val providers: List<Provider> = run {
        val known = facts.list("candidates").map { it.jsonObject }.associateBy { it.text("providerId")!! }
        (rejected.keys + plan.list("chain").map { it.jsonPrimitive.content }).map { id ->
            Provider(id, known.getValue(id).text("locality"), known.getValue(id).text("configuredModel"))
        }
    }

    var cancelled = facts.text("cancelled") == "before-attempts" && plan == null
        private set

    /** The validation of the request, before the plan: null if it may go on. */
    fun check(): Failure? {
        facts["planError"]?.jsonObject?.let { return failure(it) }
        if (facts.text("cancelled") == "before-attempts") cancelled = true
        return null
    }

    /** The reason codes why a provider cannot take the request; empty if it can. */
    fun objections(providerId: String): List<String> = rejected[providerId].orEmpty()

    /** Call a provider: [opened] gets the model that it reports, [text] a piece of the answer. Null: no failure. */
    fun call(providerId: String, opened: (String?) -> Unit, text: (String) -> Unit): Failure? {
        val attempt = attempts.first { it.text("providerId") == providerId }
        if (attempt["buffered"]?.jsonPrimitive?.boolean == true) text(attempt.text("payload")!!)
        val count = calls.merge(providerId, 1, Int::plus)!!
        if (count <= attempt.getValue("retries").jsonPrimitive.int) return Failure("Unavailable", "try again", true)
        opened(attempt.text("reportedModel"))
        val did = attempt.text("did")
        if (did == "answered" || attempt["committed"]?.jsonPrimitive?.boolean == true) text(attempt.text("payload")!!)
        val failed = did == "failed"
        val moment = if (failed) "between-attempts" else "during-attempt"
        if (attempt === attempts.last() && facts.text("cancelled") == moment) cancelled = true
        return if (failed) failure(attempt) else null
    }
}

private fun failure(error: JsonObject) = Failure(error.text("errorClass")!!, error.text("message")!!)

private fun JsonObject.text(name: String): String? = this[name]?.jsonPrimitive?.content

private fun JsonObject?.list(name: String): List<JsonElement> = this?.get(name)?.jsonArray.orEmpty()
