// What your engine does, and how.

import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.jsonObject

const val ENGINE_NAME = "my-engine"
const val ENGINE_VERSION = "0.0.0"

/** What you take away here is not asked and is counted as unsupported; what you leave must work. */
val OPS = listOf("validate", "roundtrip", "canonical", "emit")

/**
 * features: of "carriers", "exact-numbers", "limits". limits: the biggest integer that stays exact, the deepest nesting; null: no
 * end. findings: or "first", if your engine stops at the first finding. window: how many cases may wait here at once.
 */
val DECLARED: JsonObject = Json.parseToJsonElement(
    """
    {
      "contract": ["1.0"],
      "ops": [${OPS.joinToString { "\"$it\"" }}],
      "levels": ["reader", "writer"],
      "features": [],
      "limits": {"integer": null, "depth": null},
      "findings": "all",
      "window": 1
    }
    """,
).jsonObject

class Finding(val rule: String, val path: String)

/** Every finding that counts at [level]. [carrier] is null where [data] is the record itself. */
fun validate(data: ByteArray, carrier: String?, level: String): List<Finding> {
    throw NotImplementedError("not written yet: validate")
}

/** [data], read by your engine and written again. */
fun roundtrip(data: ByteArray, carrier: String?): ByteArray {
    throw NotImplementedError("not written yet: roundtrip")
}

/** The canonical form (RFC 8785) of [data], and its SHA-256 in lower-case hexadecimal; null if there is none. */
fun canonical(data: ByteArray, carrier: String?): Pair<ByteArray, String>? {
    throw NotImplementedError("not written yet: canonical")
}

/** The record that your engine emits when it goes through [facts], see World.kt; or the payload of kind [carrier]. */
fun emit(facts: JsonObject, carrier: String?): ByteArray {
    throw NotImplementedError("not written yet: emit")
}
