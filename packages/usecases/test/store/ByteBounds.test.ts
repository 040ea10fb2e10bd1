/**
 * Whatever the service stores beside a world has a bound in bytes: a budget, or a number of rows whose largest is known.
 * A new collection is red here until it has one.
 */
import { AuditAction } from "@backlot/domain/audit/AuditAction"
import type { AuditEntry } from "@backlot/domain/audit/AuditLog"
import { auditLog, budget, retention } from "@backlot/domain/base/KeptLimits"
import { guild, oauth } from "@backlot/domain/base/Limits"
import { profile } from "@backlot/domain/base/ProfileLimits"
import { type ActivityInstance, INSTANCES } from "@backlot/domain/interaction/ActivityInstance"
import { assert, describe, it } from "@effect/vitest"
import {
  type AuthorizationCode,
  type Consent,
  type SignIn,
  type SpentToken,
  TRANSIENT
} from "../../src/store/Collections.ts"

const MIB = 2 ** 20
const HASH = "f".repeat(64)
const ID = "9".repeat(20)
const AT = Number.MAX_SAFE_INTEGER
/** The longest parameter of a request, of characters that take two units. */
const PARAMETER = "ä".repeat(oauth.parameterMax)

const code: Required<AuthorizationCode> = {
  code_hash: HASH,
  application_id: ID,
  user_id: ID,
  scopes: Array(50).fill("applications.commands.permissions.update"),
  redirect_uri: PARAMETER,
  redirect_given: false,
  code_challenge: "x".repeat(oauth.verifierMax),
  nonce: PARAMETER,
  guild_id: ID,
  auth_time_ms: AT,
  expires_at: AT,
  used: true
}
const spent: SpentToken = { token_hash: HASH, application_id: ID, family: HASH, expires_at: AT }
const signIn: SignIn = { cookie_hash: HASH, user_id: ID, expires_at: AT }
const consent: Consent = { nonce_hash: HASH, cookie_hash: HASH, query_hash: HASH, expires_at: AT }

const instance: ActivityInstance = {
  application_id: ID,
  number: AT,
  instance_id: `i-${ID}-gc-${ID}-${ID}`,
  launch_id: ID,
  guild_id: ID,
  channel_id: ID,
  user_id: ID
}

/** A member gets every role of the guild, and none remains. */
const roles = Array.from({ length: guild.roles }, () => ({ id: ID, name: "ä".repeat(guild.nameMax) }))
const entry: Required<AuditEntry> = {
  guild_id: ID,
  id: ID,
  number: AT,
  action_type: AuditAction.MEMBER_ROLE_UPDATE,
  user_id: ID,
  target_id: ID,
  changes: [
    { key: "$add", new_value: roles },
    { key: "$remove", new_value: roles }
  ],
  options: { channel_id: ID, message_id: ID, count: ID },
  reason: "ä".repeat(guild.bans.reasonMax)
}

/** Bytes of the most rows, each the largest; a character counts as two, as in the budgets. */
const rows = (most: number, largest: object) => 2 * most * JSON.stringify(largest).length

const BYTES: Readonly<Record<string, number>> = {
  ...budget,
  // Rows of `trace` say what they weigh in `trace_weight`, so both are within that budget.
  trace_weight: budget.trace,
  upload: 2 * retention.uploadCharacters,
  authorization_code: rows(oauth.kept, code),
  // Of one application.
  spent_token: rows(oauth.spent, spent),
  // Of one guild.
  audit_log: rows(auditLog.entries, entry),
  // Of one application.
  activity_instance: rows(INSTANCES, instance),
  former_member: rows(profile.former, { guild_id: ID, number: AT, user_id: ID }),
  sign_in: rows(oauth.kept, signIn),
  consent: rows(oauth.kept, consent),
  // One row for an application and guild, deleted with them.
  daily_creates: rows(1, { application_id: ID, guild_id: ID, day: AT, count: AT })
}

describe("what is stored beside a world", () => {
  it.each(Object.keys(TRANSIENT))("has a bound in bytes: %s", (name) => {
    const bytes = BYTES[name] ?? Number.POSITIVE_INFINITY
    assert.isAtMost(bytes, 512 * MIB)
  })
})
