/** Rules between the fields of an object, by schema identifier. The loader and the published JSON Schema share them. */

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

/** A field that is allowed only together with one of these. */
export const NEEDS: Readonly<Record<string, Readonly<Record<string, ReadonlyArray<string>>>>> = {
  Wait: { data: ["event", "gateway"] },
  UseParts: { options: ["command"], version: ["text", "command"] }
}

/** Fields that exclude each other. */
export const NOT_BOTH: Readonly<Record<string, ReadonlyArray<readonly [string, string]>>> = {
  Scenario: [["app", "apps"]],
  LoadPlan: [["duration", "stages"]],
  LoadStage: [["rate", "users"]]
}

/** Lists that must not be empty. */
export const NOT_EMPTY: Readonly<Record<string, ReadonlyArray<string>>> = {
  Scenario: ["steps", "examples", "apps"],
  Authorize: ["scopes"],
  // Everything is true of an empty list.
  Expectation: ["seen_by", "unseen_by", "gateway", "events", "trace"],
  LoadPlan: ["stages"]
}
