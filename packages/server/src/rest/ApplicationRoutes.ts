/** Routes about the application that calls, and the address of the gateway. */
import { gateway as limits } from "@backlot/domain/base/Limits"
import type { Application } from "@backlot/domain/record/World"
import * as Contract from "@backlot/protocol/rest/Applications"
import * as Access from "@backlot/usecases/access/Access"
import { requireBot, requireScope } from "@backlot/usecases/access/Caller"
import { RateLimitMode } from "@backlot/usecases/access/RateLimits"
import * as Applications from "@backlot/usecases/application/Applications"
import { Effect } from "effect"
import { Addresses } from "../boot/ServerContext.ts"
import { GatewayRegistry } from "../gateway/SessionRegistry.ts"
import type { Call } from "../http/Route.ts"
import { type Answering, admittedRoutes, forAnyone, forApplication } from "./Admission.ts"
import { withBody } from "./BotCall.ts"

/** A route of a bot; the application is looked up before the kind of the token is judged. */
const forBot = <R>(step: (application: Application, call: Call) => Answering<R>) =>
  forApplication(({ caller }, call) =>
    Effect.flatMap(Access.identify(caller), (application) =>
      Effect.andThen(requireBot(caller), step(application, call))
    )
  )

// The update waits for the probe of a new endpoint.
const update = withBody((application: Application, body) =>
  Effect.interruptible(Applications.update(application, body))
)

const self = Effect.fnUntraced(function* ({ caller }: Access.Authenticated) {
  const application = yield* Access.identify(caller)
  yield* requireScope(caller, "identify")
  return yield* Applications.self(application, caller)
})

/** wire-interactions.md §3.2. */
const botGateway = Effect.fnUntraced(function* (application: Application) {
  const { gateway_url } = yield* Addresses
  const { identifies } = yield* GatewayRegistry
  const mode = yield* (yield* RateLimitMode).current
  const { approximate_guild_count } = yield* Applications.describe(application)
  return {
    url: gateway_url,
    shards: Math.max(Math.ceil(approximate_guild_count / limits.guildsPerRecommendedShard), 1),
    session_start_limit: identifies.read(application.id, mode)
  }
})

export const applicationRoutes = admittedRoutes(Contract.Applications, {
  get_my_application: forBot(Applications.describe),
  update_my_application: forBot(update),
  get_my_oauth2_application: forBot(Applications.describe),
  get_my_user: forApplication(self),
  get_gateway: forAnyone(() => Effect.map(Addresses, ({ gateway_url }) => ({ url: gateway_url }))),
  get_bot_gateway: forBot(botGateway)
})
