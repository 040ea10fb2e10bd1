/** Changes of the world through the control plane. */

import { isSnowflake } from "@backlot/domain/base/Snowflake"
import type { Path } from "@backlot/domain/error/Fault"
import type { Step } from "@backlot/scenario/Step"
import { Effect, Result } from "effect"
import { type Found, hint } from "../name/Finder.ts"
import type { Names } from "../name/Names.ts"
import { methodOf } from "../turn/Calls.ts"
import { needsNames, replace } from "../turn/Placeholders.ts"
import { forget, outcomeOfEdit, type Playing } from "../turn/Playing.ts"
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

/** Names of roles belong to the guild of the path, else to the first guild. */
const bodyOf = (playing: Playing, body: unknown, path: string, at: Path) => {
  if (!needsNames(body)) return Effect.succeed(body)
  const lasting = { application: "", token: undefined, interaction: undefined, lobby: playing.memory.lobby }
  const guild_id = /^\/guilds\/(\d+)/.exec(path)?.[1] ?? playing.names.known().world.guilds[0]?.id
  return replace(playing, body, lasting, { guild_id, user_id: undefined, application_id: "" }, at, "body")
}
