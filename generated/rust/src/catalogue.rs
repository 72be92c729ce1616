// Generated from schemas/1.0 by `exprov generate`; edit that and run it again.
//! Every rule: its id and what it means.
#![allow(clippy::doc_markdown, reason = "the words are the contract's")]

/// The id of a rule, which never changes its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// The text is not one JSON value (RFC 8259).
    JsonSyntax,
    /// The bytes are not UTF-8.
    JsonEncoding,
    /// An object has two members with the same name.
    JsonDuplicateMember,
    /// A string holds half of a surrogate pair.
    JsonLoneSurrogate,
    /// The text is larger or nested deeper than the limits allow.
    JsonLimit,
    /// The text begins with a byte order mark.
    JsonByteOrderMark,
    /// A line of JSON Lines is blank.
    JsonlBlankLine,
    /// The input contains no record.
    JsonlEmptyInput,
    /// A value has the wrong JSON type.
    SchemaType,
    /// A required member is missing.
    SchemaRequired,
    /// A value differs from the only permitted value.
    SchemaConst,
    /// A value is not in its closed set.
    SchemaEnum,
    /// A token has the wrong shape.
    SchemaPattern,
    /// A string is too short.
    SchemaMinLength,
    /// A number is below its minimum.
    SchemaMinimum,
    /// A number is above its maximum.
    SchemaMaximum,
    /// An array has too few elements.
    SchemaMinItems,
    /// An array repeats an element.
    SchemaUniqueItems,
    /// A member is present where it is forbidden.
    SchemaForbidden,
    /// The record has an unknown contract version.
    SchemaUnknownVersion,
    /// A member that this version does not know.
    SchemaUnknownMember,
    /// A token of an open set that this version does not know.
    SchemaUnknownToken,
    /// An integer is not written as one.
    SchemaIntegerForm,
    /// An identifier is blank or not printable.
    SchemaIdentifierText,
    /// attemptCount differs from the number of entries in attempts.
    RuleAttemptCount,
    /// fallbackOccurred does not say whether attemptCount is above 1.
    RuleFallbackFlag,
    /// a provider is attempted more than once.
    RuleAttemptProviderUnique,
    /// an attempt before the last one did not fail.
    RuleOnlyLastAttemptEnds,
    /// providerId is not the provider of the last attempt.
    RuleProviderIsLastAttempted,
    /// providerId is missing although an attempt succeeded or was cancelled.
    RuleEndedAttemptIsAttributed,
    /// locality is stated without a target.
    RuleUnattributedLocality,
    /// configuredModel is stated without a target.
    RuleUnattributedConfiguredModel,
    /// reportedModel is stated without a target.
    RuleUnattributedReportedModel,
    /// a rejected provider has more than one entry.
    RuleRejectionProviderUnique,
    /// a rejected provider was attempted.
    RuleRejectedNotAttempted,
    /// the provenance has no target that produced this result.
    CarrierResultAttributed,
    /// telemetry.providerUsed differs from provenance.providerId.
    CarrierProviderUsed,
    /// the provenance has no attempt that succeeded, although the stream completed.
    CarrierCompletedAttributed,
    /// an attempt succeeded although the execution ended in an error.
    CarrierErrorNotSucceeded,
    /// an attempt was cancelled although the stream ended in an error.
    CarrierStreamErrorNotCancelled,
    /// error.provenance differs from the provenance beside it.
    CarrierSameProvenance,
    /// the provenance is not that of a cancelled stream.
    CarrierCancelledOutcome,
    /// A member's name says that it carries request content or a provider payload.
    LeakContentMember,
    /// An attempt or a rejection contains free text.
    LeakMessage,
    /// A member's name says that it carries a credential.
    LeakCredentialMember,
    /// A string has the shape of a credential.
    LeakCredentialValue,
}

crate::finding::rules! {
    JsonSyntax = "json/syntax", Reader,
        "The text is not one JSON value (RFC 8259)",
        "A reader in another language would reject the text or read a different value.",
        "Correct the text at the line and column given, or have a JSON library write it.";
    JsonEncoding = "json/encoding", Reader,
        "The bytes are not UTF-8",
        "A reader in another language would reject the text or read a different value.",
        "Write the record as UTF-8, without surrogates or overlong forms.";
    JsonDuplicateMember = "json/duplicate-member", Reader,
        "An object has two members with the same name",
        "Parsers differ in which of the two they keep, so the verdict would depend on the language.",
        "Write each member once.";
    JsonLoneSurrogate = "json/lone-surrogate", Reader,
        "A string holds half of a surrogate pair",
        "It is not valid Unicode text, and many languages cannot represent it.",
        "Write the whole pair, or the replacement character.";
    JsonLimit = "json/limit", Reader,
        "The text is larger or nested deeper than the limits allow",
        "Records are small; a larger text could exhaust a reader.",
        "Shorten it, or raise --max-record-bytes or --max-depth.";
    JsonByteOrderMark = "json/byte-order-mark", Writer,
        "The text begins with a byte order mark",
        "RFC 8259 forbids writers to add one; readers may skip it.",
        "Write UTF-8 without a byte order mark.";
    JsonlBlankLine = "jsonl/blank-line", Writer,
        "A line of JSON Lines is blank",
        "A blank line is not a JSON value; the writer may have lost a record.",
        "End each record with one line feed, and write nothing else.";
    JsonlEmptyInput = "jsonl/empty-input", Reader,
        "The input contains no record",
        "An empty log usually means that an earlier step failed.",
        "Check the step that wrote the log, or pass --allow-empty.";
    SchemaType = "schema/type", Reader,
        "A value has the wrong JSON type",
        "The schema defines the type of every member. null is never a value; absent members are left out.",
        "Write a value of the expected type, or leave an optional member out.";
    SchemaRequired = "schema/required", Reader,
        "A required member is missing",
        "A consumer relies on it.",
        "Add the member. On a carrier, provenance is required for a writer only, and its finding is at writer level.";
    SchemaConst = "schema/const", Reader,
        "A value differs from the only permitted value",
        "The schema permits no other value.",
        "Write the permitted value.";
    SchemaEnum = "schema/enum", Reader,
        "A value is not in its closed set",
        "Values of a closed set are exact, including case; a consumer cannot guess.",
        "Write one of the permitted values.";
    SchemaPattern = "schema/pattern", Reader,
        "A token has the wrong shape",
        "Open sets can grow, but only by tokens that every language can use as a name.",
        "Write a known token.";
    SchemaMinLength = "schema/minLength", Reader,
        "A string is too short",
        "An empty name names nothing.",
        "Write the name, or leave an optional member out.";
    SchemaMinimum = "schema/minimum", Reader,
        "A number is below its minimum",
        "A count is never negative, and no number means 'not set'.",
        "Write the real count.";
    SchemaMaximum = "schema/maximum", Reader,
        "A number is above its maximum",
        "Beyond 2^53-1, some languages read a different number.",
        "Write the real count.";
    SchemaMinItems = "schema/minItems", Reader,
        "An array has too few elements",
        "A rejection without a reason explains nothing.",
        "Add the reason, or drop the entry.";
    SchemaUniqueItems = "schema/uniqueItems", Reader,
        "An array repeats an element",
        "Each reason counts once.",
        "Keep one of each.";
    SchemaForbidden = "schema/forbidden", Reader,
        "A member is present where it is forbidden",
        "Only a failed attempt has an error class.",
        "Leave it out, or correct the outcome.";
    SchemaUnknownVersion = "schema/unknown-version", Reader,
        "The record has an unknown contract version",
        "Its members may have a different meaning, so nothing else is checked.",
        "Use a release that knows the version.";
    SchemaUnknownMember = "schema/unknown-member", Writer,
        "A member that this version does not know",
        "Readers keep it, but a producer should emit only what the contract defines.",
        "Remove it, or accept it with --allow schema/unknown-member.";
    SchemaUnknownToken = "schema/unknown-token", Writer,
        "A token of an open set that this version does not know",
        "Readers accept it, but a producer should map its failures to the known kinds.",
        "Write the known token that fits.";
    SchemaIntegerForm = "schema/integer-form", Writer,
        "An integer is not written as one",
        "Some languages read 1.0, 1e0 or -0 as a floating-point number.",
        "Write only the digits.";
    SchemaIdentifierText = "schema/identifier-text", Writer,
        "An identifier is blank or not printable",
        "It cannot be displayed or distinguished from others.",
        "Write a printable name.";
    RuleAttemptCount = "rule/attempt-count", Reader,
        "attemptCount differs from the number of entries in attempts",
        "Both members state one fact, so a record in which they differ was assembled wrongly.",
        "Set attemptCount to the length of attempts, or add the attempts that were dropped.";
    RuleFallbackFlag = "rule/fallback-flag", Reader,
        "fallbackOccurred does not say whether attemptCount is above 1",
        "A fallback is defined as more than one attempted provider.",
        "Set fallbackOccurred to true exactly when attemptCount is above 1, and keep failed attempts in the record.";
    RuleAttemptProviderUnique = "rule/attempt-provider-unique", Reader,
        "a provider is attempted more than once",
        "A retry of one provider is part of its one attempt; otherwise a count above one would not mean that a fallback occurred.",
        "Merge the retries of one provider into a single attempt with the final outcome.";
    RuleOnlyLastAttemptEnds = "rule/only-last-attempt-ends", Reader,
        "an attempt before the last one did not fail",
        "Only a failure is followed by another attempt: success, cancellation and a committed stream foreclose a fallback.",
        "Keep attempts in order and end the list with the attempt that succeeded or was cancelled.";
    RuleProviderIsLastAttempted = "rule/provider-is-last-attempted", Reader,
        "providerId is not the provider of the last attempt",
        "The target is the provider that was running when the execution ended.",
        "Name the last attempted provider exactly as its attempt does, or leave providerId out when there is no target.";
    RuleEndedAttemptIsAttributed = "rule/ended-attempt-is-attributed", Reader,
        "providerId is missing although an attempt succeeded or was cancelled",
        "A success, or the cancellation of a running attempt, always has a target.",
        "Set providerId to the provider of the attempt that succeeded or was cancelled.";
    RuleUnattributedLocality = "rule/unattributed-locality", Reader,
        "locality is stated without a target",
        "With no attributed provider, nobody declared a locality.",
        "Set locality to unknown, or name the target in providerId.";
    RuleUnattributedConfiguredModel = "rule/unattributed-configured-model", Reader,
        "configuredModel is stated without a target",
        "A configured model is what the attributed provider declares; with none there is nothing to state.",
        "Leave configuredModel out, or name the target in providerId.";
    RuleUnattributedReportedModel = "rule/unattributed-reported-model", Reader,
        "reportedModel is stated without a target",
        "A reported model is what the attributed provider reported; with none there is nothing to state.",
        "Leave reportedModel out, or name the target in providerId.";
    RuleRejectionProviderUnique = "rule/rejection-provider-unique", Reader,
        "a rejected provider has more than one entry",
        "One entry carries every reason why a provider was ruled out.",
        "Merge the entries of one provider and list all its reason codes there.";
    RuleRejectedNotAttempted = "rule/rejected-not-attempted", Reader,
        "a rejected provider was attempted",
        "Rejections are made before any attempt, so a rejected provider cannot have been attempted.",
        "Remove the rejection, or find out why the engine called a provider that it had ruled out.";
    CarrierResultAttributed = "carrier/result-attributed", Reader,
        "the provenance has no target that produced this result",
        "A result was produced by an attempt that succeeded, or by one that was cancelled where finishReason says so.",
        "Attach the record of the execution that produced this result, with providerId set.";
    CarrierProviderUsed = "carrier/provider-used", Reader,
        "telemetry.providerUsed differs from provenance.providerId",
        "Both name the provider that the outcome is attributed to.",
        "Take both from one place in the engine.";
    CarrierCompletedAttributed = "carrier/completed-attributed", Reader,
        "the provenance has no attempt that succeeded, although the stream completed",
        "A completed stream was produced by the last attempt, which succeeded.",
        "Attach the record of the execution that completed.";
    CarrierErrorNotSucceeded = "carrier/error-not-succeeded", Reader,
        "an attempt succeeded although the execution ended in an error",
        "An execution with a successful attempt does not end in an error.",
        "Attach the record of the execution that failed, or report its success.";
    CarrierStreamErrorNotCancelled = "carrier/stream-error-not-cancelled", Reader,
        "an attempt was cancelled although the stream ended in an error",
        "A cancelled attempt ends the stream as cancelled, not as an error.",
        "Report the outcome as cancelled, or attach the record of the execution that failed.";
    CarrierSameProvenance = "carrier/same-provenance", Reader,
        "error.provenance differs from the provenance beside it",
        "Both describe one execution.",
        "Attach one record at both places, or leave it out of error.";
    CarrierCancelledOutcome = "carrier/cancelled-outcome", Reader,
        "the provenance is not that of a cancelled stream",
        "A cancelled stream has no successful attempt, and a target exactly when an attempt was running when it was cancelled.",
        "Attach the record of the cancelled execution; set providerId only when its last attempt is cancelled.";
    LeakContentMember = "leak/content-member", Writer,
        "A member's name says that it carries request content or a provider payload",
        "A record must be safe to log.",
        "Leave the member out.";
    LeakMessage = "leak/message", Writer,
        "An attempt or a rejection contains free text",
        "Provider messages often repeat the request or a key.",
        "State only the error class or the reason codes.";
    LeakCredentialMember = "leak/credential-member", Writer,
        "A member's name says that it carries a credential",
        "A record must be safe to log.",
        "Leave the member out, and replace the credential if it was real.";
    LeakCredentialValue = "leak/credential-value", Writer,
        "A string has the shape of a credential",
        "A record must be safe to log, whatever the member.",
        "Leave it out, and replace the credential if it was real.";
}
