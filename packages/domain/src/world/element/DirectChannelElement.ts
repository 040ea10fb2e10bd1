/** A direct channel of two accounts, or of a group. */

import { scalarText } from "../../base/Scalar.ts"
import type { Snowflake } from "../../base/Snowflake.ts"
import { UnknownChannel } from "../../error/ServiceError.ts"
import type { DirectChannel, World } from "../../record/World.ts"
import { Any, Id, Int, list, Text } from "../../validation/Shape.ts"
import { isGone } from "../field/Gone.ts"
import { distinct, each, length, oneOf, required } from "../rule/Check.ts"
import { fieldsOf } from "../rule/Fields.ts"
import { place } from "../rule/Placed.ts"
import { recipients } from "../rule/Relation.ts"
import { by, type UniqueRule } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"
import * as WorldError from "../rule/WorldError.ts"
import { uniqueChannels } from "./ChannelElement.ts"
import { type Element, type RootKind, referring } from "./Element.ts"

const own = fieldsOf("direct_channel", {
  id: [Id, required],
  type: [Int, oneOf([1, 3])],
  recipients: [list(Any), required, each(Value.id, Value.account), distinct, recipients],
  name: [Text, length(1, 100)]
})

type Draft = typeof own.shape.Type

const uniquePairs: UniqueRule<ReturnType<typeof own.places>> = {
  entries: (p) => by(p.direct_channel, "recipients", pairOf),
  problem: WorldError.duplicateEntry("Two accounts share one direct channel.")
}

const pairOf = (draft: Draft) =>
  (draft.type ?? 1) === 1 && draft.recipients?.length === 2
    ? draft.recipients.map(scalarText).sort().join("/")
    : undefined

const defaults = { direct_channel: { type: 1, name: null } } as const

const build = (draft: Draft): DirectChannel => ({
  id: draft.id ?? "",
  type: draft.type === 3 ? 3 : defaults.direct_channel.type,
  recipients: Value.texts(draft.recipients),
  name: draft.name ?? defaults.direct_channel.name
})

/** Removed accounts leave; a group goes on while two are left. */
const without: Element<DirectChannel>["without"] = (channel, gone) => {
  const recipients = channel.recipients.filter((id) => !isGone(gone, "account", id))
  if (recipients.length < 2) return undefined
  return recipients.length === channel.recipients.length ? channel : { ...channel, recipients }
}

export const element = {
  list: "direct_channels",
  ...own,
  defaults,
  unique: [uniquePairs],
  minted: true,
  build,
  collections: ["channel"],
  key: (c) => [c.id],
  without,
  event: (channel) => ({ channel_id: channel.id, channel }),
  edit: {
    unknown: UnknownChannel,
    unique: [uniqueChannels, uniquePairs],
    around: (world, { channel_id }) => ({ ...referring(world), rivals: rivals(world, channel_id) }),
    record: (_, draft) => build(draft)
  }
} satisfies RootKind<DirectChannel, Draft, "direct_channel">

const rivals = (world: World, id: Snowflake) => ({
  channel: world.channels.flatMap((c) => (c.id === id ? [place([], { id })] : [])),
  direct_channel: world.direct_channels.flatMap((c) => (c.id === id ? [] : [place([], c)]))
})
