using System.Text.Json.Nodes;

/// <summary>Why there is no answer. Transient: calling the same provider again may succeed, within the same attempt.</summary>
record Failure(string ErrorClass, string Message, bool Transient = false);

/// <summary>What a provider declares.</summary>
record Provider(string Id, string? Locality, string? ConfiguredModel);

/// <summary>
/// The world around your engine in an emit case, made from its facts: providers that replay their part, and a user.
///
/// Plan over Providers in their order, leave out those with Objections, and Call the rest until one succeeds. Look at
/// Cancelled before Check, before each attempt, and after each call and event: the user cancels meanwhile.
///
/// - before-attempts: cancelled before Check if there is no plan, else during it: the plan is made, nothing is attempted.
/// - between-attempts: cancelled while the last attempt fails. That attempt is failed, and no other one begins.
/// - during-attempt: cancelled while the provider runs; its call ends without a failure. That attempt is cancelled.
/// </summary>
class World
{
    private readonly Dictionary<string, string[]> rejected = [];
    private readonly Dictionary<string, int> calls = [];

    public World(JsonObject facts)
    {
        Facts = facts;
        Cancelled = IsCancelled("before-attempts") && facts["plan"] is null;
        foreach (var one in List(facts["plan"]?["rejections"]))
        {
            rejected[(string)one["providerId"]!] = List(one["reasonCodes"]).Select(code => (string)code!).ToArray();
        }
        var chain = List(facts["plan"]?["chain"]).Select(id => (string)id!);
        Providers = rejected.Keys.Concat(chain).Select(id =>
        {
            var known = Find("candidates", id);
            return new Provider(id, (string?)known["locality"], (string?)known["configuredModel"]);
        }).ToList();
    }

    public JsonObject Facts { get; }

    public IReadOnlyList<Provider> Providers { get; }

    public bool Cancelled { get; private set; }

    /// <summary>The validation of the request, before the plan: null if it may go on.</summary>
    public Failure? Check()
    {
        if (Facts["planError"] is { } error) return FailureOf(error);
        Cancelled |= IsCancelled("before-attempts");
        return null;
    }

    /// <summary>The reason codes why a provider cannot take the request; empty if it can.</summary>
    public IReadOnlyList<string> Objections(string providerId) => rejected.GetValueOrDefault(providerId, []);

    /// <summary>Call a provider: opened gets the model that it reports, text a piece of the answer. null: no failure.</summary>
    public Failure? Call(string providerId, Action<string?> opened, Action<string> text)
    {
        var attempt = Find("attempts", providerId);
        if ((bool?)attempt["buffered"] == true) text((string)attempt["payload"]!);
        calls[providerId] = calls.GetValueOrDefault(providerId) + 1;
        if (calls[providerId] <= (int)attempt["retries"]!) return new Failure("Unavailable", "try again", true);
        opened((string?)attempt["reportedModel"]);
        var did = (string)attempt["did"]!;
        if (did == "answered" || (bool?)attempt["committed"] == true) text((string)attempt["payload"]!);
        var failed = did == "failed";
        if (ReferenceEquals(attempt, List(Facts["attempts"]).Last()))
        {
            Cancelled |= IsCancelled(failed ? "between-attempts" : "during-attempt");
        }
        return failed ? FailureOf(attempt) : null;
    }

    private bool IsCancelled(string when) => (string?)Facts["cancelled"] == when;

    private JsonNode Find(string list, string providerId) =>
        List(Facts[list]).First(one => (string?)one["providerId"] == providerId);

    private static IEnumerable<JsonNode> List(JsonNode? value) => value?.AsArray().Select(one => one!) ?? [];

    private static Failure FailureOf(JsonNode error) => new((string)error["errorClass"]!, (string)error["message"]!);
}
