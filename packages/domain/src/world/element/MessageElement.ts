/** A message of a world: kept as given, see `WorldMessage` for how the service stores it. */
import type { WorldMessage } from "../../record/World.ts"
import { Any, dict } from "../../validation/Shape.ts"
import { readerOf, withReader } from "../../validation/ShapeReader.ts"
import { isGone } from "../field/Gone.ts"
import { type RuleTable, required } from "../rule/Check.ts"
import type { Placed } from "../rule/Placed.ts"
import { anyChannel } from "../rule/Relation.ts"
import { by, type UniqueRule, uniqueIds } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"
import type { Element, Rooted } from "./Element.ts"

const fields = dict(Any)

// An annotated schema is another one, which needs the reader too.
const shape = withReader(fields.annotate({ identifier: "message" }), readerOf(fields))

type Draft = typeof shape.Type

const places = (own: ReadonlyArray<Placed<Draft>>) => ({ message: own })

const rules: RuleTable = {
  message: {
    id: [required, Value.id],
    channel_id: [required, Value.id, anyChannel],
    pinned_at: [Value.time]
  }
}

const ids: UniqueRule<ReturnType<typeof places>> = uniqueIds("message", (p) =>
  by(p.message, "id", ({ id }) => (typeof id === "string" ? id : undefined))
)

const build = (draft: Draft): WorldMessage => ({
  ...draft,
  id: String(draft["id"]),
  channel_id: String(draft["channel_id"])
})

const HOLDERS = ["channels", "direct_channels", "lobbies"] as const

export const element = {
  list: "messages",
  kind: "message",
  shape,
  places,
  rules,
  ids,
  minted: true,
  build,
  fileOrder: (m) => [m.id],
  collections: ["message"],
  key: (m) => [m.channel_id, m.id],
  /** Messages go with the channel or lobby that has them. */
  without: (message, gone) => (HOLDERS.some((list) => isGone(gone, list, message.channel_id)) ? undefined : message)
} satisfies Element<WorldMessage, Draft> & Rooted<WorldMessage, Draft>
