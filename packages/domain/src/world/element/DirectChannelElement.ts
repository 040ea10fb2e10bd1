/** A direct channel of two accounts, or of a group. */
import { Schema } from "effect"
import type { Snowflake } from "../../base/Snowflake.ts"
import type { Target } from "../../element/WorldTarget.ts"
import { DEFAULTS } from "../../guild/WorldDefaults.ts"
import type { DirectChannel, World } from "../../record/World.ts"
import { Any, field, Id, Int, list, Text } from "../../validation/Shape.ts"
import { distinct, each, length, oneOf, type Rules, required } from "../rule/Check.ts"
import { type Place, place } from "../rule/Place.ts"
import { referencesIn } from "../rule/References.ts"
import { recipients } from "../rule/Relation.ts"
import { by, type UniqueRule } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"
import * as WorldError from "../rule/WorldError.ts"
import { uniqueChannels } from "./ChannelElement.ts"
import { type Editable, judging, type Reported, replaced, type Stored, shown } from "./Element.ts"
import { withoutMessages } from "./MessageElement.ts"

export const shape = Schema.Struct({
  id: field(Id),
  type: field(Int),
  recipients: field(list(Any)),
  name: field(Text)
}).annotate({ identifier: "direct_channel" })

export type Draft = typeof shape.Type

export const places = (own: ReadonlyArray<Place<Draft>>) => ({ direct_channel: own })

export const rules = {
  direct_channel: {
    id: [required],
    type: [oneOf([1, 3])],
    recipients: [required, each(Value.id, Value.account), distinct, recipients],
    name: [length(1, 100)]
  } satisfies Rules<Draft>
}

type Places = ReturnType<typeof places> & {
  readonly channel?: ReadonlyArray<Place<{ readonly id?: string | null }>>
}

export const uniquePairs: UniqueRule<Places> = {
  entries: (p) => by(p.direct_channel, "recipients", pairOf),
  problem: WorldError.duplicateEntry("Two accounts share one direct channel.")
}

const pairOf = (draft: Draft) =>
  (draft.type ?? 1) === 1 && draft.recipients?.length === 2 ? draft.recipients.map(String).sort().join("/") : undefined

export const build = (draft: Draft): DirectChannel => ({
  id: draft.id ?? "",
  type: draft.type === 3 ? 3 : DEFAULTS.direct_channel.type,
  recipients: Value.texts(draft.recipients),
  name: draft.name ?? DEFAULTS.direct_channel.name
})

const judge = judging<Draft, Places>({ shape, places, rules, unique: [uniqueChannels, uniquePairs] })

export const element: Stored<DirectChannel> & Reported<DirectChannel> & Editable<Target<"direct_channel">> = {
  collections: ["channel"],
  key: (c) => [c.id],
  event: (channel) => ({ channel_id: channel.id, channel }),
  kept: [],
  find: (world, { channel_id }) =>
    shown(
      world.direct_channels.find((c) => c.id === channel_id),
      (c) => ({ ...c })
    ),
  put: (world, { channel_id }, fields, mint) =>
    judge(
      fields,
      { references: () => referencesIn(world), rivals: () => rivals(world, channel_id), mint },
      (draft) => ({
        ...world,
        direct_channels: replaced(world.direct_channels, (c) => c.id === channel_id, build(draft))
      })
    ),
  remove: (world, { channel_id }) => withoutDirectChannels(world, new Set([channel_id]))
}

const rivals = (world: World, id: Snowflake) => ({
  channel: world.channels.flatMap((c) => (c.id === id ? [place([], { id })] : [])),
  direct_channel: world.direct_channels.flatMap((c) => (c.id === id ? [] : [place([], c)]))
})

/** Direct channels go with their messages. */
export const withoutDirectChannels = (world: World, ids: ReadonlySet<Snowflake>): World => ({
  ...world,
  direct_channels: world.direct_channels.filter((c) => !ids.has(c.id)),
  messages: withoutMessages(world, ids)
})
