/**
 * One element of a world put or patched. The edited world goes through `decodeWorld`, so an edit keeps the very rules
 * of the world file and gets its defaults. Pure: chance comes in as `mint`.
 *
 * Ours, where product.md "Control plane" is silent:
 * - PUT replaces the element whole, and omitted fields take the defaults of the world file. What it leaves out stays,
 *   though, where a default would be no one's wish: the lists that a guild or a user holds (a list that is given
 *   replaces the one there is), the place of a role or channel among its neighbours, and the id, token, client secret
 *   and private key of an application; null makes a token, client secret or private key anew.
 * - PATCH replaces the fields that are given, of `bot` those inside it; null gives a field its default. The merged
 *   element is judged whole.
 * - A new role stands above the others and a new channel below them, as if written last in a world file.
 * - What a list no longer holds goes with all that hangs on it, as by DELETE.
 * - An entry point command goes when EMBEDDED turns off, because there is nothing left to enter.
 * - Discovery does not turn on while a command is age-restricted (service.md "Age restriction").
 */
import { Result } from "effect"
import type { Snowflake } from "../base/Snowflake.ts"
import { elementsOf, type FileElement, isElement, slotOf, type WorldTarget } from "../element/WorldTarget.ts"
import { distinct, type Fault, fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { CommandType } from "../record/ApplicationCommand.ts"
import type { World } from "../record/World.ts"
import * as Cascade from "./WorldCascade.ts"
import { decodeWorld } from "./WorldDecoder.ts"
import * as WorldEditError from "./WorldEditError.ts"
import { merge, type Wanted } from "./WorldEditMerge.ts"
import { elementOf } from "./WorldElement.ts"
import { exportWorld } from "./WorldExport.ts"
import { hasBotScope } from "./WorldIndex.ts"
import type { Mint } from "./WorldMint.ts"
import { place, relocate } from "./WorldPlacing.ts"

export interface Edit {
  readonly method: "put" | "patch"
  readonly target: WorldTarget
  /** In the shape of the world file. */
  readonly body: unknown
}

export interface Edited {
  readonly world: World
  /** False when the element was there before. */
  readonly created: boolean
}

/**
 * The world after an edit, or its faults from the root of the body. `world` is the whole, or a part of it in which
 * every reference resolves and which holds all that can clash with the element; what stands around the element must be
 * there (`requireAround`), for a PATCH the element too.
 */
export const edit = (
  world: World,
  { body, ...named }: Edit,
  mint: Mint
): Result.Result<Edited, ReadonlyArray<Fault>> =>
  isElement(body) ? editWith(world, { ...named, body }, mint) : Result.fail([fault([], FormError.notModel)])

const editWith = (world: World, asked: Wanted, mint: Mint): Result.Result<Edited, ReadonlyArray<Fault>> => {
  const { target, body } = asked
  const before = elementOf(world, target)
  const left = withoutDropped(world, asked, before)
  const kept = elementOf(left, target)
  const { file, path } = place(exportWorld(judgedPart(left)), slotOf(target), merge(asked, kept, left))
  const decoded = decodeWorld(file, mint, 0)
  const faults = [
    ...misnamed(target, body, before),
    ...(Result.isFailure(decoded)
      ? relocate(decoded.failure, path, file)
      : ageRestricted(world, decoded.success, target))
  ]
  return Result.isFailure(decoded) || faults.length > 0
    ? Result.fail(distinct(faults))
    : Result.succeed({
        world: withoutEntryPoint(adopt(left, decoded.success, target), world, target),
        created: before === undefined
      })
}

/**
 * What no edit of these elements can break but by taking something away, which the cascades see to, or by turning
 * discovery on (`ageRestricted`).
 */
const judgedPart = (world: World): World => ({
  ...world,
  now: null,
  rate_limits: [],
  commands: [],
  command_permissions: [],
  lobbies: [],
  messages: []
})

/** The path names the element; a body that names another is a slip. */
const misnamed = (target: WorldTarget, body: FileElement, before: FileElement | undefined): ReadonlyArray<Fault> => {
  const { key, id } = slotOf(target)
  const bot = target.kind === "application" && isElement(body["bot"]) ? body["bot"]["id"] : undefined
  const botId = before !== undefined && isElement(before["bot"]) ? before["bot"]["id"] : undefined
  return [
    ...(isOther(body[key], id) ? [fault([key], WorldEditError.otherId(id))] : []),
    ...(botId !== undefined && isOther(bot, botId) ? [fault(["bot", "id"], WorldEditError.botIdKept)] : [])
  ]
}

/** An application that is discoverable already is left alone: an export must always import, and its import be editable. */
const ageRestricted = (before: World, after: World, target: WorldTarget): ReadonlyArray<Fault> => {
  if (target.kind !== "application") return []
  const { application_id: id } = target
  const isDiscoverable = ({ applications }: World) => applications.some((a) => a.id === id && a.discoverable)
  if (isDiscoverable(before) || !isDiscoverable(after)) return []
  return before.commands.some((c) => c.application_id === id && c.nsfw)
    ? [fault(["discoverable"], FormError.nsfwRefused)]
    : []
}

const isOther = (given: unknown, id: unknown): boolean =>
  given !== undefined && given !== null && String(given) !== String(id)

/** The world without what the edited element no longer holds. */
const withoutDropped = (world: World, asked: Wanted, before: FileElement | undefined): World => {
  const { target } = asked
  if (before === undefined || !("guild_id" in target)) return world
  const after = merge(asked, before, world)
  if (target.kind === "guild_install") {
    const bots = botsOf(world, hasBot(before) && !hasBot(after) ? [before] : [])
    return Cascade.withoutMembers(world, target.guild_id, bots)
  }
  return target.kind === "guild" ? withoutDroppedLists(world, target.guild_id, before, after) : world
}

const withoutDroppedLists = (world: World, guildId: Snowflake, before: FileElement, after: FileElement): World => {
  const dropped = (list: string, key: string) => minus(idsOf(before, list, key), idsOf(after, list, key))
  const bots = botsOf(world, elementsOf(after, "installs").filter(hasBot))
  const lost = minus(botsOf(world, elementsOf(before, "installs").filter(hasBot)), bots)
  const leaving = minus(dropped("members", "user_id"), new Set([...bots, String(after["owner_id"])]))
  return [
    (w: World) => Cascade.withoutInstalls(w, guildId, dropped("installs", "application_id")),
    (w: World) => Cascade.withoutMembers(w, guildId, new Set([...leaving, ...lost])),
    (w: World) => Cascade.withoutRoles(w, guildId, minus(dropped("roles", "id"), new Set([guildId]))),
    (w: World) => Cascade.withoutChannels(w, guildId, dropped("channels", "id"))
  ].reduce((left, step) => step(left), world)
}

const minus = (ids: ReadonlySet<Snowflake>, others: ReadonlySet<Snowflake>): ReadonlySet<Snowflake> =>
  new Set([...ids].filter((id) => !others.has(id)))

const idsOf = (around: FileElement, list: string, key: string): ReadonlySet<Snowflake> =>
  new Set(elementsOf(around, list).map((element) => String(element[key])))

const hasBot = ({ scopes }: FileElement): boolean => hasBotScope(Array.isArray(scopes) ? scopes : undefined)

const botsOf = ({ applications }: World, installs: ReadonlyArray<FileElement>): ReadonlySet<Snowflake> => {
  const ids = idsOf({ installs }, "installs", "application_id")
  return new Set(applications.flatMap((a) => (ids.has(a.id) ? [a.bot.id] : [])))
}

/** The elements of the edit as they were decoded, beside all others as they were. */
const adopt = (world: World, decoded: World, target: WorldTarget): World => {
  switch (target.kind) {
    case "application":
      return {
        ...world,
        applications: swap(world.applications, decoded.applications, ({ id }) => id === target.application_id)
      }
    case "direct_channel":
      return {
        ...world,
        direct_channels: swap(world.direct_channels, decoded.direct_channels, ({ id }) => id === target.channel_id)
      }
    case "user":
    case "user_install":
      return {
        ...world,
        users: swap(world.users, decoded.users, ({ id }) => id === target.user_id),
        user_installs: swap(world.user_installs, decoded.user_installs, ({ user_id }) => user_id === target.user_id)
      }
    default: {
      const inside = ({ guild_id }: { readonly guild_id: Snowflake }) => guild_id === target.guild_id
      return {
        ...world,
        guilds: swap(world.guilds, decoded.guilds, ({ id }) => id === target.guild_id),
        roles: swap(world.roles, decoded.roles, inside),
        channels: swap(world.channels, decoded.channels, inside),
        members: swap(world.members, decoded.members, inside),
        guild_installs: swap(world.guild_installs, decoded.guild_installs, inside)
      }
    }
  }
}

const swap = <A>(before: ReadonlyArray<A>, after: ReadonlyArray<A>, mine: (item: A) => boolean): ReadonlyArray<A> => [
  ...before.filter((item) => !mine(item)),
  ...after.filter(mine)
]

const withoutEntryPoint = (after: World, before: World, target: WorldTarget): World => {
  if (target.kind !== "application") return after
  const isEmbedded = ({ applications }: World) =>
    applications.some((a) => a.id === target.application_id && a.flags.includes("EMBEDDED"))
  if (!isEmbedded(before) || isEmbedded(after)) return after
  const isEntry = ({ application_id, type }: World["commands"][number]) =>
    application_id === target.application_id && type === CommandType.PRIMARY_ENTRY_POINT
  const gone = new Set(after.commands.filter(isEntry).map((c) => c.id))
  return {
    ...after,
    commands: after.commands.filter((c) => !gone.has(c.id)),
    command_permissions: after.command_permissions.filter((p) => !gone.has(p.id))
  }
}
