// The adapter between the conformance driver and your engine: it speaks the protocol already, and you write the four ops
// in Ops.kt. One JSON object per line on standard input and output. Print nothing else there; standard error is yours.

import java.io.BufferedInputStream
import java.io.ByteArrayOutputStream
import java.io.InputStream
import java.nio.ByteBuffer
import java.nio.charset.CharacterCodingException
import java.util.Base64
import kotlin.system.exitProcess
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonNull
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.int
import kotlinx.serialization.json.jsonArray
import kotlinx.serialization.json.jsonObject
import kotlinx.serialization.json.jsonPrimitive

// Not System.out itself: it has the encoding of the machine.
private val output = System.out

fun main() {
    val input = BufferedInputStream(System.`in`, 1 shl 16)
    var answered = 0
    while (true) {
        val line = readLine(input) ?: return
        val message = Json.parseToJsonElement(line).jsonObject
        when (message.text("type")) {
            "hello" -> send(hello(message))
            "case" -> {
                send(answer(message))
                answered += 1
            }
            "bye" -> return send(message("type" to text("bye"), "answered" to JsonPrimitive(answered)))
        }
    }
}

/** The next line without its line feed, or null at the end. A carriage return ends no line here, unlike in a Reader. */
private fun readLine(input: InputStream): String? {
    val bytes = ByteArrayOutputStream()
    while (true) {
        when (val byte = input.read()) {
            -1 -> return null
            '\n'.code -> return bytes.toString(Charsets.UTF_8)
            else -> bytes.write(byte)
        }
    }
}

/** One line, and out at once: the driver waits for it. */
private fun send(message: JsonObject) {
    output.write((message.toString() + "\n").toByteArray())
    output.flush()
}

private fun hello(message: JsonObject): JsonObject {
    if (message.getValue("protocol").jsonArray.none { it.jsonPrimitive.int == 1 }) {
        System.err.println("this adapter speaks protocol 1, and the driver speaks ${message["protocol"]}")
        exitProcess(1)
    }
    val engine = message(
        "name" to text(ENGINE_NAME),
        "version" to text(ENGINE_VERSION),
        "language" to text("kotlin"),
        "runtime" to text("Java ${System.getProperty("java.version")}"),
        "os" to text(System.getProperty("os.name")),
    )
    val head = message(
        "type" to text("hello"),
        "protocol" to JsonPrimitive(1),
        "run" to message.getValue("run"),
        "engine" to engine,
    )
    return JsonObject(head + DECLARED)
}

private fun answer(case: JsonObject): JsonObject {
    val head = message("type" to text("result"), "id" to case.getValue("id"))
    val op = case.text("op")
    if (op !in OPS) {
        return JsonObject(head + ("status" to text("unsupported")) + ("unsupported" to message("feature" to text(op))))
    }
    return try {
        JsonObject(head + ("status" to text("ok")) + perform(op, case))
    } catch (missing: NotImplementedError) {
        failure(head, message("message" to text(missing.message)))
    } catch (fault: Throwable) {
        // A stack overflow is one of these, too: the driver goes on with the next case.
        failure(head, message("message" to text(fault.toString()), "trace" to text(fault.stackTraceToString())))
    }
}

private fun failure(head: JsonObject, error: JsonObject) = JsonObject(head + ("status" to text("error")) + ("error" to error))

/** The members of the result that the op gives. */
private fun perform(op: String, case: JsonObject): JsonObject {
    val given = case.getValue("input").jsonObject
    val carrier = case["carrier"]?.jsonPrimitive?.content
    if (op == "emit") return message("output" to written(emit(given.getValue("facts").jsonObject, carrier)))
    val data = given["b64"]?.let { Base64.getDecoder().decode(it.jsonPrimitive.content) } ?: given.text("text").toByteArray()
    return when (op) {
        "validate" -> {
            val found = validate(data, carrier, case.text("level"))
            val findings = found.map { message("rule" to text(it.rule), "path" to text(it.path)) }
            message(
                "verdict" to text(if (found.isEmpty()) "valid" else "invalid"),
                "findings" to JsonArray(findings),
            )
        }
        "roundtrip" -> message("output" to written(roundtrip(data, carrier)))
        else -> {
            val (form, digest) = canonical(data, carrier) ?: return message("output" to JsonNull)
            message("output" to written(form), "digest" to text(digest))
        }
    }
}

private fun written(data: ByteArray): JsonObject =
    try {
        message("text" to text(Charsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(data)).toString()))
    } catch (_: CharacterCodingException) {
        message("b64" to text(Base64.getEncoder().encodeToString(data)))
    }

private fun text(value: String?): JsonElement = if (value == null) JsonNull else JsonPrimitive(value)

private fun message(vararg members: Pair<String, JsonElement>) = JsonObject(mapOf(*members))

private fun JsonObject.text(name: String) = getValue(name).jsonPrimitive.content
