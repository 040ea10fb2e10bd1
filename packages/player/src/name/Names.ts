/** Finds users, applications, guilds, channels, roles, commands by name or id. Source: product.md "Scenario files". */
import { isSnowflake } from "@backlot/domain/base/Snowflake"
import { Result } from "effect"
import { applicationFinder, type Found, finder, fold, indexed, only } from "./Finder.ts"
import type { NamedApplication, NamedCommand, NamedGuild, NamedRole, WorldNames } from "./WorldNames.ts"

/** Any channel, also one that the world does not name. */
export interface ChannelRef {
  readonly id: string
  /** Undefined in direct messages, and in places that the world does not name, such as a lobby. */
  readonly guild_id: string | undefined
}

/** Where a name is looked for. */
export interface Around {
  readonly guild_id?: string | undefined
  readonly user_id?: string | undefined
  /** Preferred if several applications have such a command. */
  readonly application_id?: string | undefined
  /** Types of commands. */
  readonly types?: ReadonlyArray<number> | undefined
}

export interface Names {
  readonly world: WorldNames
  /** By username, display name or id; a bot by its own name or its application's. With or without `@`. */
  readonly user: (text: string) => Found<string>
  /** Without a name, the first of the world. */
  readonly application: (text: string | undefined) => Found<NamedApplication>
  readonly guild: (text: string) => Found<NamedGuild>
  /** `general`, `#general`, `Harbour/general`, `@bob` or an id; `with` if the direct messages do not exist yet. */
  readonly channel: (text: string, userId: string | undefined) => Found<ChannelRef | { readonly with: string }>
  readonly role: (text: string, guildId: string | undefined) => Found<NamedRole>
  readonly command: (text: string, around: Around) => Found<NamedCommand>
  /** A scheduled event by name or id. */
  readonly event: (text: string) => Found<EventRef>
}

export interface EventRef {
  readonly id: string
  readonly name: string
  readonly guild_id: string
}

/** The id of an element; ids stay. */
export const idNamed = (
  names: Names,
  kind: "user" | "guild" | "role" | "channel" | "command" | "application",
  text: string,
  around: Around
): Found<string> => {
  if (isSnowflake(text)) return Result.succeed(text)
  switch (kind) {
    case "user":
      return names.user(text)
    case "channel":
      return Result.flatMap(names.channel(text, around.user_id), (place) =>
        "id" in place
          ? Result.succeed(place.id)
          : Result.fail(`there are no direct messages ${JSON.stringify(text)} yet`)
      )
    case "role":
      return Result.map(names.role(text, around.guild_id), ({ id }) => id)
    case "command":
      return Result.map(names.command(text, around), ({ id }) => id)
    case "guild":
      return Result.map(names.guild(text), ({ id }) => id)
    default:
      return Result.map(names.application(text), ({ id }) => id)
  }
}

export const namesOf = (world: WorldNames): Names => {
  const people = [
    ...world.users.map(({ id, username, global_name }) => ({ id, names: [username, global_name ?? username] })),
    ...world.applications.map(({ name, bot }) => ({ id: bot.id, names: [bot.username, name] }))
  ]
  const user = finder("user", people, ({ names }) => names)
  const userNamed = (text: string): Found<string> =>
    isId(text) ? Result.succeed(text) : Result.map(user(withoutSigil("@", text)), ({ id }) => id)
  return {
    world,
    user: userNamed,
    application: applicationFinder(world.applications),
    guild: finder("guild", world.guilds, ownName),
    channel: channels(world, userNamed),
    role: roles(world),
    command: commands(world),
    event: events(world)
  }
}

const ownName = ({ name }: { readonly name: string }): ReadonlyArray<string> => [name]

/** Any text in the form of an id is an id. The service reports unknown ones. */
const isId = (text: string): boolean => isSnowflake(text)

const withoutSigil = (sigil: string, text: string): string => (text.startsWith(sigil) ? text.slice(sigil.length) : text)

const channels = (world: WorldNames, user: (text: string) => Found<string>): Names["channel"] => {
  const all = world.guilds.flatMap((guild) => guild.channels.map(({ id, name }) => ({ id, guild, name })))
  const byId = new Map<string, ChannelRef>([
    ...all.map(({ id, guild }) => [id, { id, guild_id: guild.id }] as const),
    ...world.direct_channels.map(({ id }) => [id, { id, guild_id: undefined }] as const)
  ])
  const exact = indexed(all, ownName, (name) => name)
  const folded = indexed(all, ownName, fold)
  const pairs = new Map(
    world.direct_channels.flatMap(({ id, type, recipients }) => (type === 1 ? [[pairOf(recipients), id] as const] : []))
  )
  return (text, userId) => {
    if (isId(text)) return Result.succeed(byId.get(text) ?? { id: text, guild_id: undefined })
    if (text.startsWith("@")) {
      return Result.map(user(text), (other) => {
        const id = userId === undefined ? undefined : pairs.get(pairOf([userId, other]))
        return id === undefined ? { with: other } : { id, guild_id: undefined }
      })
    }
    const found = [text, withoutSigil("#", text)].flatMap((name) => exact.get(name) ?? folded.get(fold(name)) ?? [])
    if (found.length === 0) {
      const slash = text.indexOf("/")
      const guild = world.guilds.find(({ name, id }) => [fold(name), id].includes(fold(text.slice(0, slash))))
      const name = withoutSigil("#", text.slice(slash + 1))
      found.push(...(folded.get(fold(name)) ?? []).filter((one) => slash > 0 && one.guild === guild))
    }
    const mine = found.filter(({ guild }) => isMember(guild, userId))
    const chosen = [...new Set(mine.length > 0 ? mine : found)]
    const names = () => all.map(({ guild, name }) => (text.includes("/") ? `${guild.name}/${name}` : `#${name}`))
    if (chosen.length > 1 && new Set(chosen.map(({ guild }) => guild)).size > 1) {
      const ways = chosen.map(({ guild, name }) => `${guild.name}/${name}`).join(", ")
      return Result.fail(`${JSON.stringify(text)} is a channel of several guilds; use one of ${ways}`)
    }
    return Result.map(only("channel", text, chosen, names), ({ id, guild }) => ({ id, guild_id: guild.id }))
  }
}

/** Of several such channels, that of the user's own guild is meant. Our choice: docs/choices.md "Scenarios". */
const isMember = ({ owner_id, members }: NamedGuild, userId: string | undefined): boolean =>
  userId !== undefined && (owner_id === userId || members.some(({ user_id }) => user_id === userId))

const pairOf = (users: ReadonlyArray<string>): string => users.toSorted().join(" ")

const roles = (world: WorldNames): Names["role"] => {
  const bothNames = ({ name }: NamedRole) => [name, withoutSigil("@", name)]
  const finders = new Map(world.guilds.map((guild) => [guild.id, finder("role", guild.roles, bothNames)]))
  const all = world.guilds.flatMap((guild) => guild.roles)
  const anywhere = finder("role", all, ownName)
  return (text, guildId) => {
    const find = (guildId === undefined ? undefined : finders.get(guildId)) ?? anywhere
    const exactly = find(text)
    return Result.isSuccess(exactly) ? exactly : Result.orElse(find(withoutSigil("@", text)), () => exactly)
  }
}

const events = (world: WorldNames): Names["event"] => {
  const all = world.guilds.flatMap(({ id: guild_id, scheduled_events = [] }) =>
    scheduled_events.map(({ id, name }): EventRef => ({ id, name, guild_id }))
  )
  const byName = finder("scheduled event", all, ownName)
  return (text) => {
    const known = all.find(({ id }) => id === text)
    return known === undefined ? byName(text) : Result.succeed(known)
  }
}

const commands = (world: WorldNames): Names["command"] => {
  const byId = new Map(world.commands.map((command) => [command.id, command]))
  return (text, { guild_id, application_id, types }) => {
    const known = byId.get(text)
    if (known !== undefined) return Result.succeed(known)
    const here = world.commands.filter(
      (command) =>
        (command.guild_id === undefined || command.guild_id === guild_id) &&
        (types === undefined || types.includes(command.type))
    )
    const name = withoutSigil("/", text)
    // The name of a command may have spaces. Otherwise the first word is the command, and the rest its subcommand.
    const named = [name, name.split(" ")[0]].map((one) => here.filter((command) => command.name === one))
    const found = named.find((some) => some.length > 0) ?? []
    const mine = found.filter((command) => command.application_id === application_id)
    const chosen = mine.length > 0 ? mine : found
    // A guild command does not hide the global one: of the same name and application, either will do.
    const [first] = chosen
    if (first !== undefined && chosen.every((one) => one.application_id === first.application_id)) {
      return Result.succeed(first)
    }
    return only("command", text, chosen, () => here.map((command) => command.name))
  }
}
