// Generated from schemas/1.0 by `exprov generate`; edit that and run it again.
/** The quick route: whether a text is surely a record that every phase would find in order. */

import { allDiffer, at, exactlyOne, holds, isDisjoint, size, type Node } from "./logic.js";
import * as q from "./quick.js";

const ATTEMPT_PATTERN = new RegExp("[ \\t\\r\\n]*\\{[ \\t\\r\\n]*\"providerId\"[ \\t\\r\\n]*:[ \\t\\r\\n]*\"([ !#-\\[\\]-~]{1,})\"[ \\t\\r\\n]*,[ \\t\\r\\n]*\"outcome\"[ \\t\\r\\n]*:[ \\t\\r\\n]*\"(succeeded|failed|cancelled)\"(?:[ \\t\\r\\n]*,[ \\t\\r\\n]*\"errorClass\"[ \\t\\r\\n]*:[ \\t\\r\\n]*\"(CapabilityMismatch|Offline|AuthError|RateLimited|Timeout|Unavailable|Internal)\")?[ \\t\\r\\n]*\\}[ \\t\\r\\n]*(?:,(?!$)|$)", "y");
const ROUTE_REJECTION_PATTERN = new RegExp("[ \\t\\r\\n]*\\{[ \\t\\r\\n]*\"providerId\"[ \\t\\r\\n]*:[ \\t\\r\\n]*\"([ !#-\\[\\]-~]{1,})\"[ \\t\\r\\n]*,[ \\t\\r\\n]*\"reasonCodes\"[ \\t\\r\\n]*:[ \\t\\r\\n]*\\[[ \\t\\r\\n]*((?:\"(?:task_not_supported|run_not_supported|streaming_not_supported|streaming_unavailable|privacy_constraint|cloud_constraint|offline|capability_unavailable)\"[ \\t\\r\\n]*(?:,[ \\t\\r\\n]*\"(?:task_not_supported|run_not_supported|streaming_not_supported|streaming_unavailable|privacy_constraint|cloud_constraint|offline|capability_unavailable)\"[ \\t\\r\\n]*)*)?)\\][ \\t\\r\\n]*\\}[ \\t\\r\\n]*(?:,(?!$)|$)", "y");
const EXECUTION_PROVENANCE_PATTERN = new RegExp("^[ \\t\\r\\n]*\\{[ \\t\\r\\n]*\"schemaVersion\"[ \\t\\r\\n]*:[ \\t\\r\\n]*\"(1\\.0)\"[ \\t\\r\\n]*,[ \\t\\r\\n]*\"attemptCount\"[ \\t\\r\\n]*:[ \\t\\r\\n]*(0|[1-9][0-9]{0,14})[ \\t\\r\\n]*,[ \\t\\r\\n]*\"attempts\"[ \\t\\r\\n]*:[ \\t\\r\\n]*\\[([^\\[\\]]*)\\][ \\t\\r\\n]*,[ \\t\\r\\n]*\"fallbackOccurred\"[ \\t\\r\\n]*:[ \\t\\r\\n]*(true|false)[ \\t\\r\\n]*,[ \\t\\r\\n]*\"locality\"[ \\t\\r\\n]*:[ \\t\\r\\n]*\"(on_device|edge|cloud|unknown)\"[ \\t\\r\\n]*,[ \\t\\r\\n]*\"modelProfile\"[ \\t\\r\\n]*:[ \\t\\r\\n]*\"([ !#-\\[\\]-~]{1,})\"(?:[ \\t\\r\\n]*,[ \\t\\r\\n]*\"providerId\"[ \\t\\r\\n]*:[ \\t\\r\\n]*\"([ !#-\\[\\]-~]{1,})\")?(?:[ \\t\\r\\n]*,[ \\t\\r\\n]*\"configuredModel\"[ \\t\\r\\n]*:[ \\t\\r\\n]*\"([ !#-\\[\\]-~]{1,})\")?(?:[ \\t\\r\\n]*,[ \\t\\r\\n]*\"reportedModel\"[ \\t\\r\\n]*:[ \\t\\r\\n]*\"([ !#-\\[\\]-~]{1,})\")?[ \\t\\r\\n]*,[ \\t\\r\\n]*\"routeRejections\"[ \\t\\r\\n]*:[ \\t\\r\\n]*\\[([^\\[\\]]*(?:\\[[^\\[\\]]*\\][^\\[\\]]*)*)\\][ \\t\\r\\n]*\\}[ \\t\\r\\n]*$");

const ATTEMPT_MEMBERS: q.Members = {
  one: new RegExp("(?:\"providerId\"[ \\t\\r\\n]*:[ \\t\\r\\n]*\"([ !#-\\[\\]-~]{1,})\"|\"outcome\"[ \\t\\r\\n]*:[ \\t\\r\\n]*\"(succeeded|failed|cancelled)\"|\"errorClass\"[ \\t\\r\\n]*:[ \\t\\r\\n]*\"(CapabilityMismatch|Offline|AuthError|RateLimited|Timeout|Unavailable|Internal)\")[ \\t\\r\\n]*([,}])[ \\t\\r\\n]*", "y"),
  count: 3,
  required: [1, 2],
};

const ROUTE_REJECTION_MEMBERS: q.Members = {
  one: new RegExp("(?:\"providerId\"[ \\t\\r\\n]*:[ \\t\\r\\n]*\"([ !#-\\[\\]-~]{1,})\"|\"reasonCodes\"[ \\t\\r\\n]*:[ \\t\\r\\n]*\\[[ \\t\\r\\n]*((?:\"(?:task_not_supported|run_not_supported|streaming_not_supported|streaming_unavailable|privacy_constraint|cloud_constraint|offline|capability_unavailable)\"[ \\t\\r\\n]*(?:,[ \\t\\r\\n]*\"(?:task_not_supported|run_not_supported|streaming_not_supported|streaming_unavailable|privacy_constraint|cloud_constraint|offline|capability_unavailable)\"[ \\t\\r\\n]*)*)?)\\])[ \\t\\r\\n]*([,}])[ \\t\\r\\n]*", "y"),
  count: 2,
  required: [1, 2],
};

const EXECUTION_PROVENANCE_MEMBERS: q.Members = {
  one: new RegExp("(?:\"schemaVersion\"[ \\t\\r\\n]*:[ \\t\\r\\n]*\"(1\\.0)\"|\"attemptCount\"[ \\t\\r\\n]*:[ \\t\\r\\n]*(0|[1-9][0-9]{0,14})|\"attempts\"[ \\t\\r\\n]*:[ \\t\\r\\n]*\\[([^\\[\\]]*)\\]|\"fallbackOccurred\"[ \\t\\r\\n]*:[ \\t\\r\\n]*(true|false)|\"locality\"[ \\t\\r\\n]*:[ \\t\\r\\n]*\"(on_device|edge|cloud|unknown)\"|\"modelProfile\"[ \\t\\r\\n]*:[ \\t\\r\\n]*\"([ !#-\\[\\]-~]{1,})\"|\"providerId\"[ \\t\\r\\n]*:[ \\t\\r\\n]*\"([ !#-\\[\\]-~]{1,})\"|\"configuredModel\"[ \\t\\r\\n]*:[ \\t\\r\\n]*\"([ !#-\\[\\]-~]{1,})\"|\"reportedModel\"[ \\t\\r\\n]*:[ \\t\\r\\n]*\"([ !#-\\[\\]-~]{1,})\"|\"routeRejections\"[ \\t\\r\\n]*:[ \\t\\r\\n]*\\[([^\\[\\]]*(?:\\[[^\\[\\]]*\\][^\\[\\]]*)*)\\])[ \\t\\r\\n]*([,}])[ \\t\\r\\n]*", "y"),
  count: 10,
  required: [1, 2, 3, 4, 5, 6, 10],
};

function readAttempt(match: q.Values) {
  const providerId_ = match[1] as string;
  if (!q.isIdentifier(providerId_)) return undefined;
  const outcome_ = match[2] as string;
  const errorClass_ = match[3];
  if ((outcome_ === "failed") && (errorClass_ === undefined)) return undefined;
  if ((outcome_ === "succeeded" || outcome_ === "cancelled") && (errorClass_ !== undefined)) return undefined;
  return { providerId: providerId_, outcome: outcome_, errorClass: errorClass_ };
}

function readRouteRejection(match: q.Values) {
  const providerId_ = match[1] as string;
  if (!q.isIdentifier(providerId_)) return undefined;
  const reasonCodes_ = match[2] === "" ? [] : q.strings(match[2] as string);
  if ((reasonCodes_.length < 1 || !q.differ(reasonCodes_))) return undefined;
  return { providerId: providerId_, reasonCodes: reasonCodes_ };
}

function readExecutionProvenance(match: q.Values) {
  const schemaVersion_ = match[1] as string;
  const attemptCount_ = Number(match[2]);
  const attempts_ = q.objects(match[3] as string, ATTEMPT_PATTERN, ATTEMPT_MEMBERS, readAttempt);
  if (attempts_ === undefined) return undefined;
  const fallbackOccurred_ = match[4] === "true";
  const locality_ = match[5] as string;
  const modelProfile_ = match[6] as string;
  if (!q.isIdentifier(modelProfile_)) return undefined;
  const providerId_ = match[7];
  if (!q.isIdentifier(providerId_)) return undefined;
  const configuredModel_ = match[8];
  if (!q.isIdentifier(configuredModel_)) return undefined;
  const reportedModel_ = match[9];
  if (!q.isIdentifier(reportedModel_)) return undefined;
  const routeRejections_ = q.objects(match[10] as string, ROUTE_REJECTION_PATTERN, ROUTE_REJECTION_MEMBERS, readRouteRejection);
  if (routeRejections_ === undefined) return undefined;
  return { schemaVersion: schemaVersion_, attemptCount: attemptCount_, attempts: attempts_, fallbackOccurred: fallbackOccurred_, locality: locality_, modelProfile: modelProfile_, providerId: providerId_, configuredModel: configuredModel_, reportedModel: reportedModel_, routeRejections: routeRejections_ };
}

function holdsAll(record: Node): boolean {
  if (!(record.attemptCount === size(record.attempts))) return false; // rule/attempt-count
  if (!(record.fallbackOccurred === (record.attemptCount > 1))) return false; // rule/fallback-flag
  if (!allDiffer(record.attempts, (item: Node) => item.providerId)) return false; // rule/attempt-provider-unique
  if (!holds(() => (record.attempts.every((a_: Node) => (a_.outcome === "failed")) || (exactlyOne(record.attempts, (a_: Node) => (a_.outcome !== "failed")) && (at(record.attempts, (size(record.attempts) - 1)).outcome !== "failed"))))) return false; // rule/only-last-attempt-ends
  if (!holds(() => (!(record.providerId !== undefined) || ((size(record.attempts) > 0) && (at(record.attempts, (size(record.attempts) - 1)).providerId === record.providerId))))) return false; // rule/provider-is-last-attempted
  if (!((record.providerId !== undefined) || record.attempts.every((a_: Node) => (a_.outcome === "failed")))) return false; // rule/ended-attempt-is-attributed
  if (!((record.providerId !== undefined) || (record.locality === "unknown"))) return false; // rule/unattributed-locality
  if (!((record.providerId !== undefined) || !(record.configuredModel !== undefined))) return false; // rule/unattributed-configured-model
  if (!((record.providerId !== undefined) || !(record.reportedModel !== undefined))) return false; // rule/unattributed-reported-model
  if (!allDiffer(record.routeRejections, (item: Node) => item.providerId)) return false; // rule/rejection-provider-unique
  if (!isDisjoint(record.routeRejections, record.attempts, (item: Node) => item.providerId)) return false; // rule/rejected-not-attempted
  return true;
}

/** How deep a record in order is nested. */
export const DEPTH = 4;

/** Whether `text` is surely a valid record, at both levels. */
export function isSurelyValid(text: string): boolean {
  if (text.length > q.LONGEST) return false;
  const match = EXECUTION_PROVENANCE_PATTERN.exec(text) ?? q.inAnyOrder(text, EXECUTION_PROVENANCE_MEMBERS);
  const record = match === undefined ? undefined : readExecutionProvenance(match);
  return record !== undefined && holdsAll(record);
}
