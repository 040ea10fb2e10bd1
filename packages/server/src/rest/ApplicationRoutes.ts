/** Routes about the application that calls, and the address of the gateway. */
import { gateway as gatewayLimits } from "@backlot/domain/base/Limits"
import * as Contract from "@backlot/protocol/rest/Applications"
import * as Access from "@backlot/usecases/access/Access"
import { type Caller, requireBot, requireScope } from "@backlot/usecases/access/Caller"
import { RateLimitMode } from "@backlot/usecases/access/RateLimits"
import * as Applications from "@backlot/usecases/application/Applications"
import { Effect } from "effect"
import { Addresses } from "../boot/Addresses.ts"
import { GatewayRegistry } from "../gateway/SessionRegistry.ts"
import * as Answer from "../http/Answer.ts"
import * as Body from "../http/Body.ts"
import type { Call } from "../http/Route.ts"
import { admittedRoutes, forAnyone, forApplication } from "./Admission.ts"

const describe = Effect.fnUntraced(function* (caller: Caller) {
  const application = yield* Access.identify(caller)
  yield* requireBot(caller)
  return Answer.json(200, yield* Applications.describe(application))
})

const update = Effect.fnUntraced(function* (caller: Caller, call: Call) {
  const application = yield* Access.identify(caller)
  yield* requireBot(caller)
  const body = yield* Body.json(call)
  // The update waits for the probe of a new endpoint.
  return Answer.json(200, yield* Effect.interruptible(Applications.update(application, body)))
})

const self = Effect.fnUntraced(function* (caller: Caller) {
  const application = yield* Access.identify(caller)
  yield* requireScope(caller, "identify")
  return Answer.json(200, yield* Applications.self(application, caller))
})

const gateway = Effect.fnUntraced(function* () {
  const { gateway_url } = yield* Addresses
  return Answer.json(200, { url: gateway_url })
})

/** wire-interactions.md §3.2. */
const botGateway = Effect.fnUntraced(function* (caller: Caller) {
  const application = yield* Access.identify(caller)
  yield* requireBot(caller)
  const { gateway_url } = yield* Addresses
  const { identifies } = yield* GatewayRegistry
  const mode = yield* (yield* RateLimitMode).current
  const { approximate_guild_count } = yield* Applications.describe(application)
  return Answer.json(200, {
    url: gateway_url,
    shards: Math.max(Math.ceil(approximate_guild_count / gatewayLimits.guildsPerRecommendedShard), 1),
    session_start_limit: identifies.read(application.id, mode)
  })
})

export const applicationRoutes = admittedRoutes(Contract.Applications, {
  get_my_application: forApplication(describe),
  update_my_application: forApplication(update),
  get_my_oauth2_application: forApplication(describe),
  get_my_user: forApplication(self),
  get_gateway: forAnyone(gateway),
  get_bot_gateway: forApplication(botGateway)
})
