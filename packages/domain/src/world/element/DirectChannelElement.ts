/** A direct channel of two accounts, or of a group. */

import { direct } from "../../base/DirectLimits.ts"
import { scalarText } from "../../base/Scalar.ts"
import type { Snowflake } from "../../base/Snowflake.ts"
import { UnknownChannel } from "../../error/ServiceError.ts"
import { type DirectChannel, type World, withRecipients } from "../../record/World.ts"
import { Any, dict, Id, Int, list, Text } from "../../validation/Shape.ts"
import { isGone } from "../field/Gone.ts"
import { type Check, distinct, each, keys, length, oneOf, required } from "../rule/Check.ts"
import { fieldsOf } from "../rule/Fields.ts"
import { place } from "../rule/Placed.ts"
import { amongRecipients, groupOnly, recipients } from "../rule/Relation.ts"
import { by, type UniqueRule } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"
import * as WorldError from "../rule/WorldError.ts"
import { uniqueChannels } from "./ChannelElement.ts"
import { type Element, type RootKind, referring } from "./Element.ts"

const values = (check: Check): Check => ({
  judge: (value, at) =>
    Object.entries(Object(value)).flatMap(([key, nick]) =>
      check.judge(nick, at).map((problem) => ({ ...problem, path: [key] }))
    )
})

const own = fieldsOf("direct_channel", {
  id: [Id, required],
  type: [Int, oneOf([1, 3])],
  recipients: [list(Any), required, each(Value.id, Value.account), distinct, recipients],
  name: [Text, length(1, 100)],
  icon: [Text, groupOnly, Value.avatar],
  owner_id: [Id, groupOnly, amongRecipients],
  nicks: [
    dict(Text, direct.recipients),
    groupOnly,
    keys(direct.recipients, amongRecipients),
    values(length(1, direct.nickMax))
  ]
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

const defaults = { direct_channel: { type: 1, name: null, icon: null, owner_id: null, nicks: {} } } as const

const build = (draft: Draft): DirectChannel => ({
  id: draft.id ?? "",
  type: draft.type === 3 ? 3 : defaults.direct_channel.type,
  recipients: Value.texts(draft.recipients),
  name: draft.name ?? defaults.direct_channel.name,
  ...(draft.icon == null ? {} : { icon: draft.icon }),
  ...(draft.owner_id == null ? {} : { owner_id: draft.owner_id }),
  ...nicksOf(draft.nicks)
})

const nicksOf = (nicks: Draft["nicks"]): Pick<DirectChannel, "nicks"> => {
  const given = Object.entries(nicks ?? {}).flatMap(([id, nick]) => (nick == null ? [] : [[id, nick] as const]))
  return given.length === 0 ? {} : { nicks: Object.fromEntries(given) }
}

/** Removed accounts leave; a group goes on while two are left. */
const without: Element<DirectChannel>["without"] = (channel, gone) => {
  const recipients = channel.recipients.filter((id) => !isGone(gone, "account", id))
  if (recipients.length < 2) return undefined
  return recipients.length === channel.recipients.length ? channel : withRecipients(channel, recipients)
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
