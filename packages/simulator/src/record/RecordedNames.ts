/** Replaces ids by names where a name means exactly that thing. */
import type { Found } from "@backlot/player/name/Finder"
import { type Names, namesOf } from "@backlot/player/name/Names"
import { worldNames } from "@backlot/player/name/WorldNames"
import type { RecordedEntry } from "@backlot/protocol/control/ControlRecording"
import { Result } from "effect"
import { changed } from "./RecordedWorld.ts"

export interface RecordedNames {
  readonly user: (id: string) => string
  readonly application: (id: string) => string
  readonly guild: (id: string) => string
  readonly role: (id: string, guildId: string) => string
  /** `general`, `Harbour/general` or `@bob`, as this user may call it. */
  readonly channel: (id: string, userId: string | undefined) => string
  /** The current names. */
  readonly now: () => Names
  /** Whether the initial world has this id; a replay then has it too. */
  readonly isGiven: (id: string) => boolean
  readonly apply: (entry: RecordedEntry) => void
}

export const recordedNames = (worldAtStart: unknown): RecordedNames => {
  const given = new Set(JSON.stringify(worldAtStart).match(/\d{1,20}/g))
  let world = worldAtStart
  let names = namesOf(worldNames(world))
  return {
    user: (id) => firstThatMeans(id, [usernameOf(names, id)], (text) => names.user(text)),
    application: (id) => firstThatMeans(id, [names.nameOf(id)], (text) => Result.map(names.application(text), idOf)),
    guild: (id) => firstThatMeans(id, [names.nameOf(id)], (text) => Result.map(names.guild(text), idOf)),
    role: (id, guildId) =>
      firstThatMeans(id, [roleNameOf(names, id)], (text) => Result.map(names.role(text, guildId), idOf)),
    channel: (id, userId) =>
      firstThatMeans(id, channelNamesOf(names, id, userId), (text) =>
        Result.map(names.channel(text, userId), (place) => ("id" in place ? place.id : ""))
      ),
    now: () => names,
    isGiven: (id) => given.has(id),
    apply: (entry) => {
      const next = changed(world, entry)
      if (next === world) return
      world = next
      names = namesOf(worldNames(world))
    }
  }
}

/** Characters that are safe in paths, mentions and texts. */
const PLAIN = /^[\p{L}\p{N}][\p{L}\p{N} _.'-]*$/u

const firstThatMeans = (
  id: string,
  candidates: ReadonlyArray<string | undefined>,
  look: (text: string) => Found<string>
): string =>
  candidates.find((text) => {
    if (text === undefined || !PLAIN.test(text.replace(/^[@#]/, "").replace("/", ""))) return false
    const found = look(text)
    return Result.isSuccess(found) && found.success === id && !/^\d+$/.test(text)
  }) ?? id

const idOf = ({ id }: { readonly id: string }): string => id

const usernameOf = ({ world }: Names, id: string): string | undefined =>
  world.users.find((user) => user.id === id)?.username ??
  world.applications.find(({ bot }) => bot.id === id)?.bot.username

const roleNameOf = ({ world }: Names, id: string): string | undefined =>
  world.guilds.flatMap(({ roles }) => roles).find((role) => role.id === id)?.name

const channelNamesOf = (names: Names, id: string, userId: string | undefined): ReadonlyArray<string> => {
  const { world } = names
  for (const { name, channels } of world.guilds) {
    const channel = channels.find((one) => one.id === id)
    if (channel !== undefined) return [channel.name, `${name}/${channel.name}`]
  }
  const direct = world.direct_channels.find((one) => one.id === id && one.type === 1)
  const other = direct?.recipients.find((one) => one !== userId)
  const called = other === undefined ? undefined : usernameOf(names, other)
  return called === undefined ? [] : [`@${called}`]
}
