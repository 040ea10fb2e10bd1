/**
 * Events of what happened to the elements of a world: one table of names. Gateway dispatches are made from these.
 * Source: architecture.md "Storage"; product.md "Control plane".
 */
import type { ChangeNoun } from "../event/EventType.ts"
import { type Element, isSame, type Reported } from "./element/Element.ts"
import { ELEMENTS } from "./element/Elements.ts"
import type { Change, Changes } from "./WorldChange.ts"

export interface WorldEvent {
  readonly type:
    | `${ChangeNoun}.${"created" | "updated" | "deleted"}`
    | "command.deleted"
    | "command_permissions.updated"
    | "soundboard_sounds.updated"
  /** Ids, and the new element; the last one when it was deleted. */
  readonly data: object
}

/**
 * The events of changes, in the order of `ELEMENTS`; those of installations on users follow those in guilds. The event of
 * a guild that comes or goes replaces those of its roles, channels and members. Tokens and rate limits that go with another element have no event; lobbies have events of their own.
 */
export const eventsOf = (changes: Changes): ReadonlyArray<WorldEvent> => {
  const whole = new Set(changes.guilds.flatMap(({ before, after }) => (before && after ? [] : [(before ?? after)?.id])))
  const inWhole = ({ before, after }: Change<object>) => whole.has(Reflect.get(after ?? before ?? {}, "guild_id"))
  const told: Array<WorldEvent> = []
  for (const kind of REPORTED) {
    const all: ReadonlyArray<Change<object>> = changes[kind.list]
    if (all.length > 0) told.push(...events(kind, kind.quietWithGuild ? all.filter((one) => !inWhole(one)) : all))
  }
  return [...(changes.soundboard_sounds.length < 2 ? told : together(told)), ...ofCommands(changes)]
}

/** Several sounds of a guild that are updated by one edit have one event. Source: the platform's documentation of gateway events. */
const together = (told: ReadonlyArray<WorldEvent>): ReadonlyArray<WorldEvent> => {
  const several = Map.groupBy(
    told.filter(({ type }) => type === "soundboard_sound.updated"),
    ({ data }) => Reflect.get(data, "guild_id")
  )
  return told.flatMap((event) => {
    const alike =
      event.type === "soundboard_sound.updated" ? several.get(Reflect.get(event.data, "guild_id")) : undefined
    if (alike === undefined || alike.length < 2) return [event]
    if (alike[0] !== event) return []
    const data = {
      guild_id: Reflect.get(event.data, "guild_id"),
      soundboard_sounds: alike.map(({ data }) => Reflect.get(data, "soundboard_sound"))
    }
    return [{ type: "soundboard_sounds.updated", data }]
  })
}

type ReportedKind = Reported<object> & { readonly list: keyof Changes }

const { user_installs, direct_channels, ...first } = ELEMENTS

const REPORTED = Object.values<Element | (Element & ReportedKind)>({ ...first, user_installs, direct_channels }).filter(
  (kind): kind is Element & ReportedKind => "event" in kind
)

/** Commands that went, and changed permissions of commands that stay, in the shape of their own edit. */
const ofCommands = ({ commands, command_permissions, applications, guilds }: Changes): ReadonlyArray<WorldEvent> => {
  const gone = new Set(
    [...applications, ...guilds, ...commands].flatMap(({ before, after }) => (after ? [] : before?.id))
  )
  return [
    ...commands.flatMap(
      ({ before, after }): ReadonlyArray<WorldEvent> =>
        before && !after ? [{ type: "command.deleted", data: before }] : []
    ),
    ...command_permissions.flatMap(({ before, after }): ReadonlyArray<WorldEvent> => {
      const data = after ?? (before && { ...before, permissions: [] })
      const silent = data === undefined || [data.id, data.application_id, data.guild_id].some((id) => gone.has(id))
      return silent ? [] : [{ type: "command_permissions.updated", data }]
    })
  ]
}

const events = (
  { kind, event, beforeWith = [] }: Reported<object>,
  changes: ReadonlyArray<Change<object>>
): ReadonlyArray<WorldEvent> =>
  changes.flatMap(({ before, after }): ReadonlyArray<WorldEvent> => {
    const element = after ?? before
    if (element === undefined) return []
    const what = before === undefined ? "created" : after === undefined ? "deleted" : "updated"
    const was = after && before
    const shown = was !== undefined && beforeWith.some((field) => !isSame(fieldOf(was, field), fieldOf(element, field)))
    return [{ type: `${kind}.${what}`, data: { ...event(element, was), ...(shown ? { before: was } : {}) } }]
  })

const fieldOf = (record: object, field: string): unknown => Reflect.get(record, field) ?? null
