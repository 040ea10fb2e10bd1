/** Shared by the routes of bots: access to a guild, and queries. */
import { fault } from "@backlot/domain/error/Fault"
import { notBoolean } from "@backlot/domain/error/FormError"
import { InvalidForm, type ServiceError } from "@backlot/domain/error/ServiceError"
import { type Page, type PageBounds, pageOf } from "@backlot/domain/validation/PageQuery"
import type { StorageError } from "@backlot/ports/Storage"
import * as Query from "@backlot/protocol/rest/Query"
import * as BotEntry from "@backlot/usecases/access/BotEntry"
import { Effect } from "effect"
import * as Answer from "../http/Answer.ts"
import * as Body from "../http/Body.ts"
import { type Call, param } from "../http/Route.ts"
import { forApplication } from "./Admission.ts"

type Answering<R> = Effect.Effect<unknown, ServiceError | StorageError, R>

/** A route of a bot in the guild of the path. Every id of the path is judged. A 204 has no body. */
export const inGuild = <R>(status: 200 | 204, use: (bot: BotEntry.BotOfGuild, call: Call) => Answering<R>) =>
  forApplication((caller, call) =>
    Effect.gen(function* () {
      const bot = yield* BotEntry.enterGuild(caller, { ...call.params, guild_id: param(call, "guild_id") })
      return answer(status, yield* use(bot, call))
    })
  )

/** The same with a body, which is judged after the guild (decision 24). */
export const writing = <R>(
  status: 200 | 201 | 204,
  use: (bot: BotEntry.BotOfGuild, body: unknown, call: Call) => Answering<R>
) =>
  forApplication((caller, call) =>
    Effect.gen(function* () {
      const bot = yield* BotEntry.enterGuild(caller, { ...call.params, guild_id: param(call, "guild_id") })
      return answer(status, yield* use(bot, yield* Body.json(call), call))
    })
  )

/** The page that a query asks for. */
export const page = (call: Call, bounds: PageBounds): Effect.Effect<Page, InvalidForm> => {
  const { page: asked, faults } = pageOf(call.query, bounds)
  return faults.length === 0 ? Effect.succeed(asked) : Effect.fail(new InvalidForm({ faults }))
}

/** A boolean of a query; false when it is not given. */
export const flag = (call: Call, name: string): Effect.Effect<boolean, InvalidForm> => {
  const value = Query.parseBoolean(call.query(name))
  return value === null
    ? Effect.fail(new InvalidForm({ faults: [fault([name], notBoolean)] }))
    : Effect.succeed(value ?? false)
}

const answer = (status: number, body: unknown): Answer.Answer =>
  status === 204 ? Answer.noContent : Answer.json(status, body)
