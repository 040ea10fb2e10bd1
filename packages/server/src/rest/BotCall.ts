/**
 * Routes of bots by what their path names, and the order of their checks: access, then the body (decision 24). Every id
 * of the path is judged. The use case judges the permissions.
 */
import type { Application } from "@backlot/domain/record/World"
import type { FormFile } from "@backlot/domain/validation/FormFile"
import * as BotEntry from "@backlot/usecases/access/BotEntry"
import { changedBy } from "@backlot/usecases/audit/AuditLog"
import type { MessageAddress } from "@backlot/usecases/message/ChannelMessages"
import * as FileLimits from "@backlot/usecases/message/FileLimits"
import { Effect } from "effect"
import { reasonOf } from "../http/AuditReason.ts"
import * as Body from "../http/Body.ts"
import { type Call, param } from "../http/Route.ts"
import { type Answering, forApplication } from "./Admission.ts"

type Step<T, R> = (target: T, call: Call) => Answering<R>

/** A route outside guilds and channels. */
export const asBot = <R>(step: Step<Application, R>) =>
  forApplication(({ caller }, call) =>
    Effect.flatMap(BotEntry.enter(caller, call.params), (application) =>
      byBot(application, call, step(application, call))
    )
  )

/** A route in the guild of the path. */
export const inGuild = <R>(step: Step<BotEntry.BotOfGuild, R>) =>
  forApplication(({ caller }, call) => {
    const entered = BotEntry.enterGuild(caller, { ...call.params, guild_id: param(call, "guild_id") })
    return Effect.flatMap(entered, (bot) => byBot(bot.application, call, step(bot, call)))
  })

/** A route in the channel of the path. `message_id` is empty when the path has none. */
export const inChannel = <R>(step: Step<MessageAddress, R>) =>
  forApplication(({ caller }, call) => {
    const { emoji_name: _, ...ids } = call.params
    const [channel_id, message_id] = [param(call, "channel_id"), param(call, "message_id")]
    return Effect.flatMap(BotEntry.enter(caller, ids), (application) =>
      byBot(application, call, step({ application, channel_id, message_id }, call))
    )
  })

/** The audit log names the bot as the author of what a step changes, with the reason of the call. */
export const byBot = <R>({ bot }: Application, call: Call, step: Answering<R>): Answering<R> =>
  call.request.method === "GET" ? step : changedBy({ user_id: bot.id, reason: reasonOf(call) })(step)

/** A step with a JSON body. */
export const withBody =
  <T, R>(step: (target: T, body: unknown, call: Call) => Answering<R>): Step<T, R> =>
  (target, call) =>
    Effect.flatMap(Body.json(call), (body) => step(target, body, call))

/** A step with the body of a message: JSON, or a form with files. */
export const withMessage =
  <T extends Pick<MessageAddress, "channel_id">, R>(
    step: (target: T, body: unknown, files: ReadonlyArray<FormFile>) => Answering<R>
  ) =>
  (target: T, call: Call) =>
    Effect.flatMap(Body.message(call, FileLimits.inChannel(target.channel_id)), ({ body, files }) =>
      step(target, body, files)
    )

/** Runs `step` after `admit`, so that access is judged before the body is read. */
export const after =
  <T, R1, R2>(admit: (target: T) => Answering<R1>, step: Step<T, R2>): Step<T, R1 | R2> =>
  (target, call) =>
    Effect.andThen(admit(target), step(target, call))

/** Runs `admit` after a failure of `step`: its refusal comes first. Spares `admit` a transaction of its own otherwise. */
export const unlessRefused =
  <T, R1, R2>(admit: (target: T) => Answering<R1>, step: Step<T, R2>): Step<T, R1 | R2> =>
  (target, call) =>
    Effect.tapError(step(target, call), () => admit(target))
