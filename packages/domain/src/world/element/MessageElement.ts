/** A message of a world: kept as given, see `WorldMessage` for how the service stores it. */
import type { Snowflake } from "../../base/Snowflake.ts"
import type { World, WorldMessage } from "../../record/World.ts"
import { Any, dict } from "../../validation/Shape.ts"
import { type Rules, required } from "../rule/Check.ts"
import type { Place } from "../rule/Place.ts"
import { anyChannel } from "../rule/Relation.ts"
import { by, type UniqueRule, uniqueIds } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"
import type { Stored } from "./Element.ts"

export const shape = dict(Any).annotate({ identifier: "message" })

export type Draft = typeof shape.Type

export const places = (own: ReadonlyArray<Place<Draft>>) => ({ message: own })

type Places = ReturnType<typeof places>

export const rules = {
  message: {
    id: [required, Value.id],
    channel_id: [required, Value.id, anyChannel],
    pinned_at: [Value.time]
  } satisfies Rules<Draft>
}

export const ids: UniqueRule<Places> = uniqueIds("message", (p) =>
  by(p.message, "id", ({ id }) => (typeof id === "string" ? id : undefined))
)

export const build = (draft: Draft): WorldMessage => ({
  ...draft,
  id: String(draft["id"]),
  channel_id: String(draft["channel_id"])
})

export const element: Stored<WorldMessage> = {
  collections: ["message"],
  key: (m) => [m.channel_id, m.id]
}

/** The messages of a world without those in some channels. */
export const withoutMessages = ({ messages }: World, channels: ReadonlySet<Snowflake>): World["messages"] =>
  messages.some((m) => channels.has(m.channel_id)) ? messages.filter((m) => !channels.has(m.channel_id)) : messages
