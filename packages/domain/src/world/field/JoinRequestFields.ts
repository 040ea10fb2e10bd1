/** Who asks to join a guild, as a world file has it. */
import type { Snowflake } from "../../base/Snowflake.ts"
import { type JoinRequest, limits, STATUSES } from "../../record/JoinRequest.ts"
import { Id, list, Text } from "../../validation/Shape.ts"
import { length, oneOf, required, size } from "../rule/Check.ts"
import { fieldsOf } from "../rule/Fields.ts"
import { inside, type Placed } from "../rule/Placed.ts"
import { onceInList } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"
import { type Gone, isGone } from "./Gone.ts"

const Request = fieldsOf("join_request", {
  id: [Id, required],
  user_id: [Id, required, Value.user],
  created_at: [Text, required, Value.time],
  application_status: [Text, oneOf(STATUSES)],
  reviewed_at: [Text, Value.time],
  reviewer_id: [Id, Value.account],
  rejection_reason: [Text, length(0, limits.reasonMax)]
})

export const field = [list(Request.shape), size(0, limits.held)] as const
export const rules = Request.rules
export const defaults = {
  join_request: { application_status: "SUBMITTED", reviewed_at: null, reviewer_id: null, rejection_reason: null }
} as const

type Draft = typeof Request.shape.Type

export const places = (guilds: ReadonlyArray<Placed<object>>) => ({ join_request: inside(guilds, "join_requests") })

export const unique = [
  onceInList("join_request", "id", "A request to join has an id of its own."),
  onceInList("join_request", "user_id", "Nobody asks to join a guild twice.")
]

/** None where nobody asks. */
export const build = (
  drafts: ReadonlyArray<Draft> | null | undefined
): { readonly join_requests?: ReadonlyArray<JoinRequest> } =>
  drafts == null || drafts.length === 0 ? {} : { join_requests: drafts.map(built) }

const built = (draft: Draft): JoinRequest => ({
  id: draft.id ?? "",
  user_id: draft.user_id ?? "",
  created_at: draft.created_at ?? "",
  application_status:
    STATUSES.find((one) => one === draft.application_status) ?? defaults.join_request.application_status,
  reviewed_at: draft.reviewed_at ?? null,
  reviewer_id: draft.reviewer_id ?? null,
  rejection_reason: draft.rejection_reason ?? null
})

/** No requests of people who go; the same where nobody goes. */
export const without = (requests: ReadonlyArray<JoinRequest>, gone: Gone): ReadonlyArray<JoinRequest> => {
  const away = (id: Snowflake | null) => id !== null && isGone(gone, "account", id)
  return requests.some(({ user_id, reviewer_id }) => away(user_id) || away(reviewer_id))
    ? requests
        .filter(({ user_id }) => !away(user_id))
        .map((one) => (away(one.reviewer_id) ? { ...one, reviewer_id: null } : one))
    : requests
}
