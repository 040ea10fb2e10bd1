/** Every stored kind of a world: one row each. */
import { Record } from "effect"
import type { Target, WorldTarget } from "../../element/WorldTarget.ts"
import { KINDS, type TargetKind } from "../../record/Kind.ts"
import type { Listed, World } from "../../record/World.ts"
import { element as applications } from "./ApplicationElement.ts"
import { element as commands } from "./CommandElement.ts"
import { element as command_permissions } from "./CommandPermissionsElement.ts"
import { element as direct_channels } from "./DirectChannelElement.ts"
import type { Editable, Element } from "./Element.ts"
import { element as guilds } from "./GuildElement.ts"
import { element as lobbies } from "./LobbyElement.ts"
import { element as messages } from "./MessageElement.ts"
import { element as rate_limits } from "./RateLimitElement.ts"
import { element as tokens } from "./TokenElement.ts"
import { element as pictures } from "./UploadedPictureElement.ts"
import { element as users } from "./UserElement.ts"

const accounts = { applications, users }

const others = {
  direct_channels,
  tokens,
  rate_limits,
  commands,
  command_permissions,
  lobbies,
  messages,
  pictures
}

/** The lists of a world file, in its order. */
export const ROOTS = { ...accounts, guilds, ...others }

const { installs: guild_installs, ...inGuild } = guilds.holds

/** Every list of records, in the order of a world. */
export const ELEMENTS = {
  ...accounts,
  application_emojis: applications.holds.emojis,
  entitlements: applications.holds.entitlements,
  user_installs: users.holds.installs,
  guilds,
  ...inGuild,
  guild_installs,
  ...others
}

/** `ELEMENTS`, as what all rows have in common. A list without a row does not compile. */
export const STORED: { readonly [L in Listed]: Element<World[L][number]> } = ELEMENTS

// Object.keys widens the names of the table to string.
export const LIST_NAMES = Object.keys(STORED) as ReadonlyArray<Listed>

/** The elements of the kinds that people edit, by their lists. A kind whose element has no `edit` does not compile. */
const IN_LISTS: {
  readonly [K in TargetKind as (typeof KINDS)[K]["list"]]: Element & Editable<object, Target<K>>
} = ELEMENTS

// Record.map widens each row to all of them.
export const EDITABLE = Record.map(KINDS, ({ list }) => IN_LISTS[list]) as unknown as {
  readonly [K in TargetKind]: Element & Editable<object, Target<K>>
}

type InLists = typeof ELEMENTS

type UnknownElement = InstanceType<
  { readonly [K in TargetKind]: InLists[(typeof KINDS)[K]["list"]]["edit"]["unknown"] }[TargetKind]
>

/** The kind that a target names. Only give it that target: each kind takes its own. */
export const editable = ({ kind }: WorldTarget): Element & Editable<object, WorldTarget> => EDITABLE[kind]

/** There is none of this name. */
// The type of `edit` is that of all kinds.
export const unknownElement = (target: WorldTarget) => new (editable(target).edit.unknown)() as UnknownElement
