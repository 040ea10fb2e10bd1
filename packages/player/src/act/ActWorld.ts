/** Changes through the control plane: the world, its clock, planned faults. */
import { isSnowflake } from "@backlot/domain/base/Snowflake"
import type { Path } from "@backlot/domain/error/Fault"
import { BEHIND } from "@backlot/domain/record/Kind"
import { millisOf } from "@backlot/scenario/Duration"
import { fieldsOf } from "@backlot/scenario/Fields"
import type { Step } from "@backlot/scenario/Step"
import { Effect, Result } from "effect"
import { type Found, hint } from "../name/Finder.ts"
import { idNamed, type Names } from "../name/Names.ts"
import { needsNames, replace } from "../turn/Placeholders.ts"
import { applicationOf, forget, methodOf, outcomeOfEdit, type Playing, unplayable } from "../turn/Playing.ts"
import { keepClock } from "../turn/ServiceClock.ts"
import { type Act, replaced } from "../turn/Turn.ts"

export const world: Act<NonNullable<Step["world"]>> = Effect.fnUntraced(function* (turn, edit) {
  const { playing } = turn
  const [method, written] = yield* methodOf(edit, ["world"])
  const path = yield* pathOf(playing, written, ["world", method])
  const body = yield* bodyOf(playing, edit.body, path, ["world", "body"])
  const answer = yield* playing.control(method.toUpperCase(), path, body)
  if (method !== "get" && answer.status < 400) playing.names.learn(path, answer.body)
  if (method === "put" && path === "/world") {
    forget(playing)
    yield* replaced(turn, answer)
  }
  if (/^\/(?:world|clock|reset)\b/.test(path)) playing.memory.clock = undefined
  return outcomeOfEdit(answer)
})

/** Replaces names by ids after the segments that take ids. */
const pathOf = Effect.fnUntraced(function* (playing: Playing, written: string, at: Path) {
  const [path = "", query] = written.replace(/^\/control\/v1/, "").split("?")
  const segments = path.split("/").filter((segment) => segment !== "")
  const resolve = (names: Names): Found<ReadonlyArray<string>> => {
    const ids: Array<string> = []
    for (const [index, segment] of segments.entries()) {
      const kind = segments[index - 1] ?? ""
      const holder = segments[index - 3]
      const id = ids[index - 2]
      const around = holder === "guilds" ? { guild_id: id } : holder === "users" ? { user_id: id } : {}
      const found = idIn(names, kind, segment, around)
      if (Result.isFailure(found)) return Result.fail(found.failure)
      ids.push(found.success)
    }
    return Result.succeed(ids)
  }
  const ids = yield* playing.names.find(resolve, at)
  return `/${ids.map(encodeURIComponent).join("/")}${query === undefined ? "" : `?${query}`}`
})

/** What a step names by the name of an element, by the parameter of the path. */
const KINDS = {
  user_id: "user",
  application_id: "application",
  guild_id: "guild",
  role_id: "role"
} as const

/** Whose path it is: a guild's, or a user's with their acts. */
interface Around {
  readonly guild_id?: string | undefined
  readonly user_id?: string | undefined
}

const idIn = (names: Names, holder: string, segment: string, around: Around): Found<string> => {
  const text = Result.getOrElse(
    Result.try(() => decodeURIComponent(segment)),
    () => segment
  )
  if (isSnowflake(text)) return Result.succeed(text)
  if (around.user_id !== undefined && holder === "channels") return idNamed(names, "channel", text, around)
  if (around.user_id !== undefined && holder === "direct_channels") return idNamed(names, "user", text, around)
  if (holder === "thread_members") return idNamed(names, "user", text, around)
  if (holder === "channels") return channelIn(names, text, around.guild_id)
  const parameter = BEHIND.get(holder) ?? ""
  const kind = Object.hasOwn(KINDS, parameter) ? KINDS[parameter as keyof typeof KINDS] : undefined
  return kind === undefined ? Result.succeed(text) : idNamed(names, kind, text, around)
}

const channelIn = ({ world }: Names, text: string, guildId: string | undefined): Found<string> => {
  const all = world.guilds.filter(({ id }) => id === guildId).flatMap(({ channels }) => channels)
  const found = all.find(({ name }) => name === text.replace(/^#/, ""))
  if (found !== undefined) return Result.succeed(found.id)
  const names = all.map(({ name }) => name)
  return Result.fail(`the guild has no channel ${JSON.stringify(text)}${hint(text, names)}`)
}

/** Names of roles belong to the guild of the path, else to the first guild. */
const bodyOf = (playing: Playing, body: unknown, path: string, at: Path) => {
  if (!needsNames(body)) return Effect.succeed(body)
  const lasting = { application: "", lobby: playing.memory.lobby }
  const guild_id = /^\/guilds\/(\d+)/.exec(path)?.[1] ?? playing.names.known().world.guilds[0]?.id
  return replace(playing, body, lasting, { guild_id, application_id: "" }, at, "body")
}

export const advance: Act<string> = Effect.fnUntraced(function* ({ playing }, duration) {
  const advance_ms = millisOf(duration)
  if (advance_ms === undefined) return yield* unplayable(["advance"], `${JSON.stringify(duration)} is not a duration`)
  return yield* setClock(playing, { advance_ms })
})

export const clock: Act<NonNullable<Step["clock"]>> = Effect.fnUntraced(function* ({ playing }, { mode, now }) {
  if (mode === undefined && now === undefined) return yield* unplayable(["clock"], "a clock has `now` or `mode`")
  // The control plane takes one change at a time.
  const outcome = mode === undefined ? undefined : yield* setClock(playing, { mode })
  if (now === undefined || (outcome?.status ?? 0) >= 400) return outcome ?? {}
  return yield* setClock(playing, { now })
})

const setClock = Effect.fnUntraced(function* (playing: Playing, change: object) {
  const answer = yield* playing.control("POST", "/clock", change)
  yield* keepClock(playing, answer)
  return outcomeOfEdit(answer)
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

export const clear_faults: Act<true> = ({ playing }) => Effect.map(playing.control("DELETE", "/faults"), outcomeOfEdit)
