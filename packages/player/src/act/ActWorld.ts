/** The world, the clock, planned faults and the server itself. */

import { isSnowflake } from "@backlot/domain/base/Snowflake"
import type { Path } from "@backlot/domain/error/Fault"
import { millisOf } from "@backlot/scenario/Duration"
import { fieldsOf } from "@backlot/scenario/Fields"
import type { Step } from "@backlot/scenario/Step"
import { Effect, Result } from "effect"
import { type Found, hint } from "../name/Finder.ts"
import type { Names } from "../name/Names.ts"
import { StageLost } from "../stage/Failure.ts"
import { type Answer, realMillis } from "../stage/StageHttp.ts"
import { needsNames, replace } from "../turn/Placeholders.ts"
import { type ActOutcome, applicationOf, outcomeOfError, type Playing, unplayable } from "../turn/Playing.ts"
import type { Act } from "../turn/Turn.ts"
import { methodOf } from "./ActApp.ts"

export const world: Act<NonNullable<Step["world"]>> = Effect.fnUntraced(function* ({ playing }, edit) {
  const [method, written] = yield* methodOf(edit, ["world"])
  const path = yield* pathOf(playing, written, ["world", method])
  const body = yield* bodyOf(playing, edit.body, path, ["world", "body"])
  const answer = yield* playing.control(method.toUpperCase(), path, body)
  if (method !== "get") playing.names.forget()
  if (method === "put" && path === "/world") forget(playing)
  if (/^\/(?:world|clock|reset)\b/.test(path)) playing.memory.clock = undefined
  return outcomeOfEdit(answer)
})

export const set_locale: Act<string> = Effect.fnUntraced(function* (turn, locale) {
  const { playing } = turn
  const answer = yield* playing.control("PATCH", `/users/${yield* turn.user}`, { locale })
  playing.names.forget()
  return answer.status >= 400 ? outcomeOfError(answer) : {}
})

export const advance: Act<string> = Effect.fnUntraced(function* ({ playing }, duration) {
  const advance_ms = millisOf(duration)
  if (advance_ms === undefined) return yield* unplayable(["advance"], `${JSON.stringify(duration)} is no duration`)
  return yield* setClock(playing, { advance_ms })
})

export const clock: Act<NonNullable<Step["clock"]>> = Effect.fnUntraced(function* ({ playing }, { mode, now }) {
  if (mode === undefined && now === undefined) return yield* unplayable(["clock"], "a clock has `now` or `mode`")
  // The control plane takes one at a time.
  const outcome = mode === undefined ? undefined : yield* setClock(playing, { mode })
  if (now === undefined || (outcome?.status ?? 0) >= 400) return outcome ?? {}
  return yield* setClock(playing, { now })
})

const setClock = Effect.fnUntraced(function* (playing: Playing, change: object) {
  const answer = yield* playing.control("POST", "/clock", change)
  yield* keepClock(playing, answer)
  return outcomeOfEdit(answer)
})

const keepClock = Effect.fnUntraced(function* ({ memory }: Playing, { status, body }: Answer) {
  const { now, mode } = fieldsOf(body)
  if (status !== 200 || typeof now !== "string") return
  memory.clock = { mode: mode === "frozen" ? "frozen" : "real", now: Date.parse(now), read: yield* realMillis }
})

/** The service clock, read once and reckoned from then on; undefined where the server cannot tell. */
export const serviceNow = Effect.fnUntraced(function* (playing: Playing) {
  if (playing.memory.clock === undefined) {
    const answer = yield* Effect.option(playing.control("GET", "/clock"))
    if (answer._tag === "Some") yield* keepClock(playing, answer.value)
  }
  const known = playing.memory.clock
  if (known === undefined) return undefined
  return known.mode === "frozen" ? known.now : known.now + (yield* realMillis) - known.read
})

export const fault: Act<NonNullable<Step["fault"]>> = Effect.fnUntraced(function* ({ playing }, plan) {
  const match = fieldsOf(plan["match"])
  const { application } = match
  const named =
    typeof application === "string"
      ? { match: { ...match, application: (yield* applicationOf(playing, application, ["fault", "match"])).id } }
      : {}
  return outcomeOfEdit(yield* playing.control("POST", "/faults", { ...plan, ...named }))
})

export const clear_faults: Act<true> = ({ playing }) =>
  Effect.map(playing.control("DELETE", "/faults"), (answer) => outcomeOfEdit(answer))

export const server: Act<NonNullable<Step["server"]>> = Effect.fnUntraced(function* ({ playing }, how) {
  playing.names.forget()
  playing.memory.clock = undefined
  if (how === "reset") {
    forget(playing)
    return outcomeOfEdit(yield* playing.control("POST", "/reset"))
  }
  if (playing.restart === undefined) return yield* unplayable(["server"], "this server cannot be restarted from here")
  yield* playing.restart(how).pipe(Effect.mapError(({ message }) => new StageLost({ message })))
  // Connections that were kept lead to the server that went.
  yield* playing.http.renew
  const streams = [...(playing.events === undefined ? [] : [playing.events]), ...playing.watches.values()]
  yield* Effect.forEach(streams, ({ renew, ready }) => Effect.andThen(renew, ready), { concurrency: "unbounded" })
  return {}
})

/** What there was is gone. */
const forget = ({ tokens, memory }: Playing): void => {
  tokens.clear()
  memory.interactions.clear()
  memory.modals.clear()
  memory.interaction = undefined
  memory.lobby = undefined
}

const outcomeOfEdit = (answer: Answer): ActOutcome =>
  answer.status >= 400
    ? outcomeOfError(answer)
    : { status: answer.status, ...(answer.body === undefined ? {} : { body: answer.body }) }

/** Segments that follow these are ids; names stand for them. */
const pathOf = Effect.fnUntraced(function* (playing: Playing, written: string, at: Path) {
  const [path = "", query] = written.replace(/^\/control\/v1/, "").split("?")
  const segments = path.split("/").filter((segment) => segment !== "")
  const resolve = (names: Names): Found<ReadonlyArray<string>> => {
    const ids: Array<string> = []
    for (const [index, segment] of segments.entries()) {
      const kind = segments[index - 1] ?? ""
      const holder = segments[index - 3]
      const found = idIn(names, kind, segment, holder === "guilds" ? ids[index - 2] : undefined)
      if (Result.isFailure(found)) return Result.fail(found.failure)
      ids.push(found.success)
    }
    return Result.succeed(ids)
  }
  const ids = yield* playing.names.find(resolve, at)
  return `/${ids.map(encodeURIComponent).join("/")}${query === undefined ? "" : `?${query}`}`
})

const idIn = (names: Names, kind: string, segment: string, guildId: string | undefined): Found<string> => {
  const text = Result.getOrElse(
    Result.try(() => decodeURIComponent(segment)),
    () => segment
  )
  if (isSnowflake(text)) return Result.succeed(text)
  switch (kind) {
    case "users":
    case "members":
      return names.user(text)
    case "applications":
    case "installs":
      return Result.map(names.application(text), ({ id }) => id)
    case "guilds":
      return Result.map(names.guild(text), ({ id }) => id)
    case "roles":
      return Result.map(names.role(text, guildId), ({ id }) => id)
    case "channels":
      return channelIn(names, text, guildId)
    default:
      return Result.succeed(text)
  }
}

const channelIn = (names: Names, text: string, guildId: string | undefined): Found<string> => {
  const all = names.world.guilds.filter(({ id }) => id === guildId).flatMap(({ channels }) => channels)
  const found = all.find(({ name }) => name === text.replace(/^#/, ""))
  if (found !== undefined) return Result.succeed(found.id)
  const known = hint(
    text,
    all.map(({ name }) => name)
  )
  return Result.fail(`the guild has no channel ${JSON.stringify(text)}${known}`)
}

/** Names of roles are those of the guild that the path is below, else of the first. */
const bodyOf = (playing: Playing, body: unknown, path: string, at: Path) => {
  if (!needsNames(body)) return Effect.succeed(body)
  const lasting = { application: "", token: undefined, interaction: undefined, lobby: playing.memory.lobby }
  const guild_id = /^\/guilds\/(\d+)/.exec(path)?.[1] ?? playing.names.known().world.guilds[0]?.id
  return replace(playing, body, lasting, { guild_id, user_id: undefined, application_id: "" }, at, "body")
}
