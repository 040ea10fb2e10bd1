/**
 * What parts of a scenario must have, beyond the types of their fields: data that the loader and the published JSON
 * Schema share. By the identifiers of schemas.
 */

import { METHODS } from "../Vocabulary.ts"

/** Exactly one of these fields. */
export const EXACTLY_ONE: Readonly<Record<string, ReadonlyArray<string>>> = {
  AppCall: METHODS,
  WorldEdit: METHODS,
  UseParts: ["text", "command"],
  File: ["path", "text", "base64"],
  OptionFile: ["path", "text", "base64"],
  FieldFile: ["path", "text", "base64"],
  PermissionOverwrite: ["role", "user", "channel"]
}

/** At least one of these fields. */
export const AT_LEAST_ONE: Readonly<Record<string, ReadonlyArray<string>>> = {
  Wait: ["message", "no_message", "state", "event", "gateway"],
  Clock: ["now", "mode"],
  Said: ["content", "attachments"]
}

/** A field that has a meaning only beside one of these. */
export const NEEDS: Readonly<Record<string, Readonly<Record<string, ReadonlyArray<string>>>>> = {
  Wait: { data: ["event", "gateway"] },
  UseParts: { options: ["command"], version: ["text", "command"] }
}

/** Fields that say the same in two ways. */
export const NOT_BOTH: Readonly<Record<string, ReadonlyArray<readonly [string, string]>>> = {
  Scenario: [["app", "apps"]],
  LoadPlan: [["duration", "stages"]],
  LoadStage: [["rate", "users"]]
}

/** Lists that are never empty. */
export const NOT_EMPTY: Readonly<Record<string, ReadonlyArray<string>>> = {
  Scenario: ["steps", "examples", "apps"],
  Authorize: ["scopes"],
  // Of nothing, all is true.
  Expectation: ["seen_by", "unseen_by", "gateway", "events", "trace"],
  LoadPlan: ["stages"]
}
