/**
 * The lists of a world in the store: each as its element says (`Collections.STORED`), and those that are stored otherwise.
 * Inside a transaction.
 */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import {
  type Channel,
  type GuildChannel,
  isDirect,
  type Listed,
  type Lists,
  type World
} from "@backlot/domain/record/World"
import type { Element, Owner } from "@backlot/domain/world/element/Element"
import { STORED as ELEMENTS } from "@backlot/domain/world/element/Elements"
import { worldMessage } from "@backlot/domain/world/WorldMessage"
import * as Body from "@backlot/ports/Body"
import { Record } from "effect"
import * as LobbyStore from "../lobby/LobbyStore.ts"
import type { Collection } from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import * as KeptEntitlements from "../store/KeptEntitlements.ts"
import * as KeptEvents from "../store/KeptEvents.ts"
import * as KeptInvites from "../store/KeptInvites.ts"
import * as KeptLinks from "../store/KeptLinks.ts"
import * as KeptPictures from "../store/KeptPictures.ts"
import * as KeptThreads from "../store/KeptThreads.ts"
import * as Pictures from "../store/Pictures.ts"

type Read<R> = Body.Body<ReadonlyArray<R>>

/** One list of a world in the store. */
export interface ListStore<R> {
  readonly all: Read<R>
  /** The records that belong to a guild, a user or an application. */
  of(owner: Owner, ownerId: Snowflake): Read<R>
  /** The same records with their files, where the list is read without. */
  whole?(records: ReadonlyArray<R>): Read<R>
  /** Edits write the records of a list without a writer in their own way (`WorldChanges`). */
  readonly writer?: Writer<R>
}

/** Writes the records of a list. */
export interface Writer<R> {
  /** `before`: the record that it replaces. */
  put(record: R, before?: R): Body.Body<void>
  remove(record: R): Body.Body<void>
}

const NONE = Body.succeed([])

/** A record is found by the index that has the name of its owner, else by the beginning of its key. */
const asElement = <R extends object>(
  { belongsTo = [], indexes = {} }: Element<R>,
  collection: Collection<R>
): ListStore<R> => ({
  all: collection.list([]),
  of: (owner, ownerId) => {
    if (!belongsTo.includes(owner)) return NONE
    return indexes[owner] === undefined ? under(collection, ownerId) : collection.by(owner, ownerId)
  },
  writer: collection
})

/** The records whose key is this id, or begins with it. */
const under = function* <R extends object>(collection: Collection<R>, ownerId: Snowflake) {
  const one = yield* collection.get(ownerId)
  return [...(one === undefined ? [] : [one]), ...(yield* collection.list([ownerId]))]
}

export const isInGuild = (channel: Channel): channel is GuildChannel => !isDirect(channel)

const channelList = <C extends Channel>(
  is: (channel: Channel) => channel is C,
  of: ListStore<C>["of"]
): ListStore<C> => ({
  all: Body.map(Collections.channels.list([]), (channels) => channels.filter(is)),
  of,
  writer: KeptThreads
})

type Stores = { readonly [L in Listed]: ListStore<World[L][number]> }

/** What belongs to a guild, a user or an application comes without its picture: see `Pictures`. */
const withPictures = <E extends object>(
  of: ListStore<E>,
  { whole, ...writer }: Writer<E> & { whole(records: ReadonlyArray<E>): Read<E> }
): ListStore<E> => ({ ...of, all: Body.flatMap(of.all, whole), whole, writer })

const OTHER: Partial<Stores> = {
  emojis: withPictures(asElement(ELEMENTS.emojis, Collections.emojis), Pictures.emojis),
  application_emojis: withPictures(
    asElement(ELEMENTS.application_emojis, Collections.applicationEmojis),
    Pictures.applicationEmojis
  ),
  stickers: withPictures(asElement(ELEMENTS.stickers, Collections.stickers), Pictures.stickers),
  soundboard_sounds: withPictures(asElement(ELEMENTS.soundboard_sounds, Collections.soundboardSounds), Pictures.sounds),
  channels: channelList(isInGuild, (owner, ownerId) =>
    owner === "guild"
      ? Body.map(Collections.channels.by("guild", ownerId), (channels) => channels.filter(isInGuild))
      : NONE
  ),
  direct_channels: channelList(isDirect, () => NONE),
  invites: {
    all: Collections.invites.list([]),
    of: (owner, ownerId) => (owner === "guild" ? Collections.invites.firstBy("guild", [ownerId]) : NONE),
    writer: KeptInvites
  },
  scheduled_events: {
    ...asElement(ELEMENTS.scheduled_events, Collections.scheduledEvents),
    writer: KeptEvents
  },
  entitlements: { ...asElement(ELEMENTS.entitlements, Collections.entitlements), writer: KeptEntitlements },
  tokens: {
    all: Body.map(Collections.credentials.list([]), (all) => all.flatMap(Collections.tokensOf)),
    of: (owner, ownerId) => {
      const { by, firstBy } = Collections.credentials
      if (owner === "guild") return NONE
      const found = owner === "user" ? firstBy("user", [ownerId]) : by("application", ownerId)
      return Body.map(found, (credentials) => credentials.flatMap(Collections.tokensOf))
    }
  },
  commands: {
    all: Collections.commands.list([]),
    of: (owner, ownerId) => {
      if (owner === "application") return Collections.commands.list([ownerId])
      return owner === "guild" ? commandsOfGuild(ownerId) : NONE
    },
    writer: Collections.commands
  },
  command_permissions: {
    all: Collections.commandPermissions.list([]),
    of: (owner, ownerId) => {
      if (owner === "application") return Collections.commandPermissions.list([ownerId])
      return owner === "guild" ? Collections.commandPermissions.firstBy("guild", [ownerId]) : NONE
    },
    writer: Collections.commandPermissions
  },
  lobbies: {
    all: LobbyStore.all,
    of: (owner, ownerId) => {
      if (owner === "guild") return NONE
      const records = owner === "user" ? LobbyStore.ofUser(ownerId) : Collections.lobbies.by("application", ownerId)
      return Body.flatMap(records, (lobbies) => Body.forEach(lobbies, LobbyStore.withMembers))
    }
  },
  links: { all: KeptLinks.all, of: () => NONE, writer: KeptLinks },
  pictures: { all: KeptPictures.all, of: () => NONE, writer: KeptPictures },
  /** They go with their channels and lobbies, unread. */
  messages: {
    all: Body.map(Collections.messages.list([]), (messages) => messages.map(worldMessage)),
    of: () => NONE
  }
}

const commandsOfGuild = function* (guildId: Snowflake) {
  const applications = yield* Collections.applications.list([])
  const lists = yield* Body.forEach(applications, ({ id }) =>
    Collections.commands.list(Collections.commandScope(id, guildId))
  )
  return lists.flat()
}

/** Every list of a world in the store. */
export const LISTS = {
  ...Record.map(ELEMENTS, (element: Element, list) => asElement(element, (Collections.STORED as never)[list])),
  ...OTHER
} as Stores

/** A world without records. */
export const NOTHING: World = {
  now: null,
  automatic_launch: false,
  ...(Record.map(LISTS, () => []) as unknown as Omit<World, "now" | "automatic_launch">)
}

const inEach = (read: (store: ListStore<object>, list: Listed) => Read<object>) =>
  Body.gen(function* () {
    const lists: { [list: string]: ReadonlyArray<object> } = {}
    for (const [list, store] of Object.entries<ListStore<object>>(LISTS))
      lists[list] = yield* read(store, list as Listed)
    // Each list gives its own records.
    return lists as unknown as Lists
  })

/** Every record. */
export const all = inEach((store) => store.all)

/** Every record of these lists; the other lists are empty. */
export const some = (lists: ReadonlySet<Listed>) => inEach((store, list) => (lists.has(list) ? store.all : NONE))

/** All records that belong to a guild, a user or an application. */
export const belongingTo = (owner: Owner, ownerId: Snowflake) => inEach((store) => store.of(owner, ownerId))
