/** The world as the lines of a tree. */
import type { World } from "../../api/Queries.ts"
import { nameOf } from "../../place/Places.ts"
import type { Names } from "../part/Names.tsx"
import type { Kind } from "./Kinds.ts"

export interface Branch {
  readonly key: string
  readonly depth: number
  readonly name: string
  readonly note: string
  /** Of a group: how many it holds. */
  readonly count?: number
  readonly open?: boolean
  /** Where the element is shown. */
  readonly to?: string
  /** What a group can have one more of. */
  readonly adds?: string
  readonly kind: Kind
}

/** Every line that can be seen; with a query, every element that fits, with the groups above it. */
export const branchesOf = (
  world: World,
  names: Names,
  isOpen: (key: string) => boolean,
  query: string
): ReadonlyArray<Branch> => {
  const lines: Array<Branch> = []
  const low = query.toLowerCase()
  const fits = (name: string, note: string) => low === "" || `${name} ${note}`.toLowerCase().includes(low)

  const group = (at: Pick<Branch, "key" | "depth" | "name" | "kind" | "adds">, elements: ReadonlyArray<Leaf>) => {
    const found = elements.filter(({ name, note }) => fits(name, note))
    if (low !== "" && found.length === 0) return
    const open = low !== "" || isOpen(at.key)
    lines.push({ ...at, note: "", count: found.length, open })
    if (!open) return
    for (const { to, name, note } of found) lines.push({ key: to, depth: at.depth + 1, name, note, to, kind: at.kind })
  }

  const { applications, users, guilds, direct_channels } = world
  group(
    { key: "applications", depth: 0, name: "Applications", kind: "application", adds: "new/application" },
    applications.map(({ id, name }) => ({ to: `application/${id}`, name, note: id }))
  )
  group(
    { key: "users", depth: 0, name: "People", kind: "user", adds: "new/user" },
    users.map((user) => ({
      to: `user/${user.id}`,
      name: nameOf(user),
      note: user.username === nameOf(user) ? user.id : user.username
    }))
  )
  lines.push({
    key: "guilds",
    depth: 0,
    name: "Guilds",
    note: "",
    count: guilds.length,
    open: true,
    kind: "guild",
    adds: "new/guild"
  })
  for (const guild of guilds) {
    const { id, name, roles, channels, members, bans, voice_states, emojis, invites, webhooks, stickers } = guild
    const { scheduled_events, stage_instances, auto_moderation_rules, soundboard_sounds } = guild
    const key = `guild/${id}`
    const open = low !== "" || isOpen(key)
    const before = lines.length
    lines.push({ key, depth: 1, name, note: id, to: key, open, kind: "guild" })
    if (!open) continue
    const within = (kind: Kind, title: string, elements: ReadonlyArray<Leaf>) =>
      group({ key: `${key}/${kind}`, depth: 2, name: title, kind, adds: `new/${kind}/${id}` }, elements)
    within(
      "role",
      "Roles",
      roles.map((role) => ({ to: `role/${id}/${role.id}`, name: role.name, note: role.id })).toReversed()
    )
    within(
      "channel",
      "Channels",
      channels.map((channel) => ({ to: `channel/${id}/${channel.id}`, name: `#${channel.name}`, note: channel.id }))
    )
    within(
      "member",
      "Members",
      members.map(({ user_id, nick }) => ({
        to: `member/${id}/${user_id}`,
        name: nick ?? names.user(user_id),
        note: user_id
      }))
    )
    within(
      "ban",
      "Bans",
      bans.map(({ user_id, reason }) => ({
        to: `ban/${id}/${user_id}`,
        name: names.user(user_id),
        note: reason ?? user_id
      }))
    )
    within(
      "voice_state",
      "Connected to voice",
      voice_states.map(({ user_id, channel_id }) => ({
        to: `voice_state/${id}/${user_id}`,
        name: names.user(user_id),
        note: channels.find((channel) => channel.id === channel_id)?.name ?? channel_id
      }))
    )
    within(
      "emoji",
      "Emojis",
      emojis.map((emoji) => ({ to: `emoji/${id}/${emoji.id}`, name: `:${emoji.name}:`, note: emoji.id }))
    )
    within(
      "invite",
      "Invites",
      invites.map(({ code, channel_id }) => ({
        to: `invite/${id}/${code}`,
        name: code,
        note: names.channel(channel_id)
      }))
    )
    within(
      "webhook",
      "Webhooks",
      webhooks.map(({ id: webhook, name, channel_id }) => ({
        to: `webhook/${id}/${webhook}`,
        name,
        note: channels.find((channel) => channel.id === channel_id)?.name ?? channel_id
      }))
    )
    within(
      "scheduled_event",
      "Scheduled events",
      scheduled_events.map((event) => ({
        to: `scheduled_event/${id}/${event.id}`,
        name: event.name,
        note: event.scheduled_start_time
      }))
    )
    within(
      "stage_instance",
      "Stages",
      stage_instances.map((stage) => ({
        to: `stage_instance/${id}/${stage.id}`,
        name: stage.topic,
        note: channels.find((channel) => channel.id === stage.channel_id)?.name ?? stage.channel_id
      }))
    )
    within(
      "sticker",
      "Stickers",
      stickers.map((sticker) => ({ to: `sticker/${id}/${sticker.id}`, name: sticker.name, note: sticker.id }))
    )
    within(
      "auto_moderation_rule",
      "Automatic moderation",
      auto_moderation_rules.map((rule) => ({
        to: `auto_moderation_rule/${id}/${rule.id}`,
        name: rule.name,
        note: rule.id
      }))
    )
    within(
      "soundboard_sound",
      "Soundboard",
      soundboard_sounds.map((sound) => ({ to: `soundboard_sound/${id}/${sound.id}`, name: sound.name, note: sound.id }))
    )
    within(
      "guild_install",
      "Installed applications",
      installsOf(guild).map((app) => ({ to: `guild_install/${id}/${app}`, name: names.application(app), note: app }))
    )
    if (low !== "" && lines.length === before + 1 && !fits(name, id)) lines.pop()
  }
  group(
    { key: "direct_channels", depth: 0, name: "Direct channels", kind: "direct_channel", adds: "new/direct_channel" },
    direct_channels.map(({ id }) => ({ to: `direct_channel/${id}`, name: names.channel(id), note: id }))
  )
  return lines
}

interface Leaf {
  readonly to: string
  readonly name: string
  readonly note: string
}

/** The page's type of a guild leaves installations out. */
const installsOf = (guild: World["guilds"][number]): ReadonlyArray<string> => {
  const { installs = [] } = guild as { readonly installs?: ReadonlyArray<{ readonly application_id: string }> }
  return installs.map(({ application_id }) => application_id)
}
