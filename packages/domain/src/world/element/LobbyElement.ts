/** A lobby with its members (wire-rest.md §6). */
import { formatTime } from "../../base/IsoTime.ts"
import { lobby as limits } from "../../base/Limits.ts"
import type { Lobby, LobbyMember } from "../../record/World.ts"
import { dict, Id, Int, list, Text } from "../../validation/Shape.ts"
import { isGone, ownerGone } from "../field/Gone.ts"
import { between, length, oneOf, required, size } from "../rule/Check.ts"
import { fieldsOf } from "../rule/Fields.ts"
import * as Relation from "../rule/Relation.ts"
import { by, idsOf, onceInList, pair, type UniqueRule } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"
import * as WorldError from "../rule/WorldError.ts"
import { type Element, type Rooted, sorted } from "./Element.ts"

const metadata = [dict(Text), Relation.metadata(limits.metadataMax)] as const
const flag = [Int, oneOf([0, 1])] as const

const Member = fieldsOf("lobby_member", {
  id: [Id, required, Value.user],
  metadata,
  flags: flag,
  additional_name: [Text, length(1, limits.additionalNameMax)]
})

const own = fieldsOf(
  "lobby",
  {
    id: [Id, required],
    application_id: [Id, required, Value.application],
    metadata,
    members: [list(Member.shape), size(0, limits.members)],
    flags: flag,
    idle_timeout_seconds: [Int, between(limits.idleMinSeconds, limits.idleMaxSeconds)],
    override_event_webhooks_url: [Text, Value.httpUrl, length(1, limits.webhookUrlMax)],
    linked_channel_id: [Id, Relation.guildTextChannel],
    secret_hash: [Text, Value.hex64],
    secret_expires_at: [Text, Value.time],
    idle_expires_at: [Text, Value.time]
  },
  { members: Member }
)

type Draft = typeof own.shape.Type

type Places = ReturnType<typeof own.places>

const unique: ReadonlyArray<UniqueRule<Places>> = [
  {
    entries: (p) => by(p.lobby, "linked_channel_id", (l) => l.linked_channel_id),
    problem: WorldError.duplicateEntry("A channel is linked to one lobby.")
  },
  {
    entries: (p) => by(p.lobby, "secret_hash", (l) => l.secret_hash && pair(l.application_id ?? "", l.secret_hash)),
    problem: WorldError.duplicateEntry("A secret leads to one lobby of an application.")
  },
  onceInList("lobby_member", "id", "A user is a member of a lobby once.")
]

const defaults = {
  lobby: { metadata: null, members: [], flags: 0, idle_timeout_seconds: limits.idleDefaultSeconds },
  lobby_member: { metadata: null, flags: 0 }
}
const d = defaults.lobby

const build = (draft: Draft): Lobby => ({
  id: draft.id ?? "",
  application_id: draft.application_id ?? "",
  metadata: draft.metadata ?? d.metadata,
  members: sorted(byId, (draft.members ?? []).map(member)),
  flags: draft.flags ?? d.flags,
  idle_timeout_seconds: draft.idle_timeout_seconds ?? d.idle_timeout_seconds,
  ...(draft.override_event_webhooks_url ? { override_event_webhooks_url: draft.override_event_webhooks_url } : {}),
  ...(draft.linked_channel_id ? { linked_channel_id: draft.linked_channel_id } : {}),
  ...(draft.secret_hash ? { secret_hash: draft.secret_hash.toLowerCase() } : {}),
  ...moment("secret_expires_at", draft.secret_expires_at),
  ...moment("idle_expires_at", draft.idle_expires_at)
})

const member = (draft: typeof Member.shape.Type): LobbyMember => ({
  id: draft.id ?? "",
  metadata: draft.metadata ?? defaults.lobby_member.metadata,
  flags: draft.flags ?? defaults.lobby_member.flags,
  ...(draft.additional_name ? { additional_name: draft.additional_name } : {})
})

const moment = <F extends string>(field: F, text: string | null | undefined): { readonly [K in F]?: number } => {
  const at = Value.timeOr(text)
  // A computed key is widened to string.
  return at === null ? {} : ({ [field]: at } as { readonly [K in F]?: number })
}

const toFile = ({ secret_expires_at, idle_expires_at, members, ...rest }: Lobby) => ({
  ...rest,
  members: sorted(byId, members),
  ...(secret_expires_at === undefined ? {} : { secret_expires_at: formatTime(secret_expires_at) }),
  ...(idle_expires_at === undefined ? {} : { idle_expires_at: formatTime(idle_expires_at) })
})

const byId = { key: ({ id }: LobbyMember) => [id] }

/** A removed user leaves. */
const without: Element<Lobby>["without"] = (lobby, gone) => {
  if (ownerGone(lobby, gone)) return undefined
  const leaves = ({ id }: LobbyMember) => isGone(gone, "users", id)
  return lobby.members.some(leaves) ? { ...lobby, members: lobby.members.filter((member) => !leaves(member)) } : lobby
}

export const element = {
  list: "lobbies",
  ...own,
  defaults,
  ids: idsOf("lobby"),
  unique,
  minted: true,
  build,
  toFile,
  collections: ["lobby", "lobby_member"],
  key: (l) => [l.id],
  belongsTo: ["user", "application"],
  without
} satisfies Element<Lobby, Draft> & Rooted<Lobby, Draft>
