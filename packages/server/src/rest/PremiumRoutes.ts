/** Routes of what an application sells: SKUs, entitlements, subscriptions. */
import { premium as limits } from "@backlot/domain/base/PremiumLimits"
import * as FormError from "@backlot/domain/error/FormError"
import { NotForBots } from "@backlot/domain/error/ServiceError"
import type { Application } from "@backlot/domain/record/World"
import * as Contract from "@backlot/protocol/rest/Premium"
import * as Access from "@backlot/usecases/access/Access"
import { personOf, requireBot, requireIds, requirePerson } from "@backlot/usecases/access/Caller"
import * as Entitlements from "@backlot/usecases/guild/Entitlements"
import * as RoleConnections from "@backlot/usecases/guild/RoleConnections"
import * as Subscriptions from "@backlot/usecases/guild/Subscriptions"
import { Effect } from "effect"
import * as Body from "../http/Body.ts"
import * as Query from "../http/Query.ts"
import { type Call, param } from "../http/Route.ts"
import { type Answering, admittedRoutes, forApplication } from "./Admission.ts"
import { withBody } from "./BotCall.ts"

/** For the bot of the application of the path, or for credentials of the application that have the scope. */
const forSeller = <R>(step: (application: Application, call: Call) => Answering<R>) =>
  forApplication((found, call) =>
    Effect.flatMap(
      Effect.tap(Access.enter(found, Contract.ENTITLEMENTS), () => requireIds(call.params)),
      (application) => step(application, call)
    )
  )

const forBot = <R>(step: (application: Application, call: Call) => Answering<R>) =>
  forApplication((found, call) =>
    Effect.flatMap(
      Effect.andThen(
        requireBot(found.caller),
        Effect.tap(Access.enter(found, "identify"), () => requireIds(call.params))
      ),
      (application) => step(application, call)
    )
  )

const skuIds = (call: Call) => Query.idList(call, "sku_ids", limits.page)

const list = Effect.fnUntraced(function* (application: Application, call: Call) {
  const asked = {
    ...(yield* Query.page(call, { max: limits.page, usual: limits.page })),
    user_id: yield* Query.id(call, "user_id"),
    guild_id: yield* Query.id(call, "guild_id"),
    sku_ids: yield* skuIds(call),
    exclude_ended: yield* Query.flag(call, "exclude_ended"),
    // Those that are deleted are left out unless the query asks for them.
    exclude_deleted: call.query("exclude_deleted") === undefined || (yield* Query.flag(call, "exclude_deleted")),
    only_active: yield* Query.flag(call, "only_active")
  }
  return yield* Entitlements.list(application, asked)
})

const entitlement = (call: Call) => param(call, "entitlement_id")

/** A bot names the user; a token is of one. */
const subscriber = Effect.fnUntraced(function* ({ caller }: Access.Authenticated, call: Call) {
  const application = yield* Access.identify(caller)
  yield* requireIds(call.params)
  const named = yield* Query.id(call, "user_id")
  const user_id = caller.kind === "bot" ? named : (caller.user_id ?? application.owner_id)
  return { application, user_id }
})

const subscriptions = Effect.fnUntraced(function* (found: Access.Authenticated, call: Call) {
  const { application, user_id } = yield* subscriber(found, call)
  const page = yield* Query.page(call, { max: limits.page, usual: limits.usualSubscriptions })
  if (user_id === undefined) return yield* Query.invalid("user_id", FormError.required)
  return yield* Subscriptions.list(application, param(call, "sku_id"), user_id, page)
})

const subscription = Effect.fnUntraced(function* (found: Access.Authenticated, call: Call) {
  const { application, user_id } = yield* subscriber(found, call)
  return yield* Subscriptions.get(application, param(call, "sku_id"), param(call, "subscription_id"), user_id)
})

const ownEntitlements = Effect.fnUntraced(function* (found: Access.Authenticated, call: Call) {
  if (found.caller.kind === "bot") return yield* new NotForBots()
  const application = yield* Effect.fromResult(found.entry)
  const asked = {
    sku_ids: yield* skuIds(call),
    exclude_consumed: yield* Query.flag(call, "exclude_consumed")
  }
  return yield* Entitlements.listOfUser(application, found.caller.user_id ?? application.owner_id, asked)
})

export const premiumRoutes = admittedRoutes(Contract.Premium, {
  list_skus: forBot((application) => Effect.succeed(Entitlements.skus(application))),
  get_entitlements: forSeller(list),
  create_entitlement: forBot(withBody(Entitlements.create)),
  get_entitlement: forSeller((application, call) => Entitlements.get(application, entitlement(call))),
  delete_entitlement: forSeller((application, call) => Entitlements.remove(application, entitlement(call))),
  consume_entitlement: forSeller((application, call) => Entitlements.consume(application, entitlement(call))),
  get_sku_subscriptions: forApplication(subscriptions),
  get_sku_subscription: forApplication(subscription),
  get_current_user_application_entitlements: forApplication(ownEntitlements)
})

/** For the user behind a token of the application of the path. */
const forLinked = <R>(step: (application: Application, userId: string, call: Call) => Answering<R>) =>
  forApplication((found, call) =>
    Effect.flatMap(requirePerson(found.caller, Contract.LINKED), (person) =>
      Effect.flatMap(Effect.fromResult(found.entry), (application) =>
        step(application, personOf(person, application), call)
      )
    )
  )

export const roleConnectionRoutes = admittedRoutes(Contract.RoleConnections, {
  get_application_role_connections_metadata: forBot(RoleConnections.metadata),
  update_application_role_connections_metadata: forBot(withBody(RoleConnections.setMetadata)),
  get_application_user_role_connection: forLinked(RoleConnections.get),
  update_application_user_role_connection: forLinked((application, userId, call) =>
    Effect.flatMap(Body.json(call), (body) => RoleConnections.set(application, userId, body))
  ),
  delete_application_user_role_connection: forLinked(RoleConnections.remove)
})
