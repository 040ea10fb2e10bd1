/**
 * The names of the world, read once and kept up to date: by the answers to edits, by the events of the log, and by
 * reading single elements again. Source: product.md "Control plane" (events, elements).
 */
import type { Path } from "@backlot/domain/error/Fault"
import { type Fields, fieldsOf } from "@backlot/scenario/Fields"
import { Effect, Result, Semaphore } from "effect"
import type { Found } from "../name/Finder.ts"
import { agrees, withElement } from "../name/NamedElement.ts"
import { type Names, namesOf } from "../name/Names.ts"
import { worldNames } from "../name/WorldNames.ts"
import { StageLost, StepUnplayable } from "../stage/Failure.ts"
import type { Answer } from "../stage/StageHttp.ts"

interface NamesEvent {
  readonly type: string
  readonly data: unknown
}

export interface NameBook {
  /** The names as they were last read; empty at first. */
  readonly known: () => Names
  /** The current names; doubtful elements are read again first. */
  readonly read: Effect.Effect<Names, StageLost>
  /** Looks something up; a look-up that fails is tried once more in the world as it is now. */
  readonly find: <A>(look: (names: Names) => Found<A>, path: Path) => Effect.Effect<A, StepUnplayable | StageLost>
  /** Runs effects one after the other: those that choose a free id. */
  readonly alone: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** The whole world may have changed. */
  readonly forget: () => void
  /** The element at this path of the control plane may have changed. */
  readonly doubt: (path: string) => void
  /** The element at this path is now as given; undefined: it is gone. */
  readonly learn: (path: string, element: unknown) => void
  readonly notice: (event: NamesEvent) => void
}

/** With more doubtful elements, the whole world is read instead. */
const MOST_DOUBTED = 10

export const nameBook = (control: (method: string, path: string) => Effect.Effect<Answer, StageLost>): NameBook => {
  let names = namesOf(worldNames(undefined))
  let isStale = true
  let isReading = false
  let worldsRead = 0
  const doubted = new Set<string>()
  /** Events that came during a request: they are compared with its answer. */
  const unread: Array<NamesEvent> = []
  const choosing = Semaphore.makeUnsafe(1)
  const reading = Semaphore.makeUnsafe(1)

  const forget = () => {
    isStale = true
    doubted.clear()
  }
  const doubt = (path: string) => {
    if (isStale) return
    doubted.add(path)
    if (doubted.size > MOST_DOUBTED) forget()
  }
  const place = (path: string, element: unknown) => {
    const world = withElement(names.world, path, element)
    if (world !== undefined) names = namesOf(world)
    else if (guildOf(path) !== path) doubt(guildOf(path))
    else forget()
  }

  const readWorld = Effect.suspend(() => {
    isStale = false
    doubted.clear()
    return Effect.flatMap(control("GET", "/world"), ({ status, body }) => {
      if (status !== 200) return Effect.fail(new StageLost({ message: `GET /control/v1/world answered ${status}` }))
      names = namesOf(worldNames(body))
      worldsRead += 1
      return Effect.void
    })
  })
  const readDoubted = Effect.suspend(() => {
    const paths = [...doubted].filter((path) => guildOf(path) === path || !doubted.has(guildOf(path)))
    doubted.clear()
    return Effect.forEach(paths, (path) =>
      Effect.map(control("GET", path), ({ status, body }) =>
        status === 200 || status === 404 ? place(path, status === 200 ? body : undefined) : forget()
      )
    )
  })
  const compareOne = ({ type, data }: NamesEvent) => {
    if (isStale) return
    if (type === "world.replaced") return forget()
    const [noun = "", what = ""] = type.split(".")
    if (!CHANGES.has(what)) return
    const fields = fieldsOf(data)
    if (noun === "application" && renamesApplication(fields)) return forget()
    if (noun === "command") {
      const known = names.world.commands.find(({ id }) => id === fields["id"])
      if (known?.version !== (what === "deleted" ? undefined : fields["version"])) forget()
      return
    }
    const changed = ELEMENTS[noun]?.(fields)
    if (changed === undefined) return
    const { path, element } = changed
    if (!agrees(names.world, path, what === "deleted" ? undefined : element)) doubt(path)
  }
  const compare = Effect.sync(() => {
    for (const event of unread.splice(0)) compareOne(event)
  })
  const isCurrent = () => !isStale && doubted.size === 0
  const renew: Effect.Effect<void, StageLost> = Effect.suspend(() =>
    isCurrent() ? Effect.void : Effect.andThen(Effect.andThen(isStale ? readWorld : readDoubted, compare), renew)
  )
  const renewAlone = Effect.suspend(() => {
    isReading = true
    return renew.pipe(
      Effect.onError(() => Effect.sync(forget)),
      Effect.ensuring(
        Effect.sync(() => {
          isReading = false
          unread.length = 0
        })
      )
    )
  })
  const read = Effect.suspend(() =>
    isCurrent() && !isReading ? Effect.succeed(names) : Effect.map(reading.withPermit(renewAlone), () => names)
  )

  const findNow = Effect.fnUntraced(function* <A>(look: (names: Names) => Found<A>, path: Path) {
    const before = worldsRead
    let found = look(yield* read)
    if (Result.isFailure(found) && worldsRead === before) {
      forget()
      found = look(yield* read)
    }
    return yield* Effect.fromResult(Result.mapError(found, (message) => new StepUnplayable({ path, message })))
  })

  return {
    known: () => names,
    read,
    find: (look, path) =>
      Effect.suspend(() => {
        const found = isCurrent() && !isReading ? look(names) : undefined
        return found !== undefined && Result.isSuccess(found) ? Effect.succeed(found.success) : findNow(look, path)
      }),
    alone: (effect) => choosing.withPermit(effect),
    forget,
    doubt,
    learn: (path, element) => (isReading ? doubt(path) : isStale ? undefined : place(path, element)),
    notice: (event) => {
      if (isReading) unread.push(event)
      else compareOne(event)
    }
  }
}

/** `/guilds/1` of `/guilds/1/roles/2`; any other path is its own. */
const guildOf = (path: string): string => /^\/guilds\/\d+/.exec(path)?.[0] ?? path

const CHANGES: ReadonlySet<string> = new Set(["created", "updated", "deleted"])

/** An update lists the fields that it changed, if it comes from an edit of the world. */
const renamesApplication = ({ changed }: Fields): boolean =>
  !Array.isArray(changed) || changed.some((field) => NAMED_OF_APPLICATIONS.has(field))

const NAMED_OF_APPLICATIONS: ReadonlySet<unknown> = new Set(["name", "bot", "client_secret", "redirect_uris", "flags"])

/** The path and the element in the data of an event. */
const ELEMENTS: Readonly<Record<string, (data: Fields) => { readonly path: string; readonly element: unknown }>> = {
  user: ({ user_id, user }) => ({ path: `/users/${user_id}`, element: user }),
  guild: ({ guild_id, guild }) => ({ path: `/guilds/${guild_id}`, element: guild }),
  role: ({ guild_id, role_id, role }) => ({ path: `/guilds/${guild_id}/roles/${role_id}`, element: role }),
  channel: ({ guild_id, channel_id, channel }) => ({
    path: `/guilds/${guild_id}/channels/${channel_id}`,
    element: channel
  }),
  direct_channel: ({ channel_id, channel }) => ({ path: `/direct_channels/${channel_id}`, element: channel })
}
