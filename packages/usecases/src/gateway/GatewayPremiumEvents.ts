/** Entitlements and subscriptions, for the application that sells. Source: the platform's documentation of gateway events. */
import { entitlementObject, isSubscribed, subscriptionObject } from "@backlot/domain/application/PremiumWire"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { Dispatch } from "@backlot/domain/gateway/Dispatch"
import type { Entitlement } from "@backlot/domain/record/World"
import { isSame } from "@backlot/domain/world/element/Element"
import * as Body from "@backlot/ports/Body"
import * as Audience from "./GatewayAudience.ts"

interface OfEntitlement {
  readonly application_id: Snowflake
  readonly entitlement: Entitlement
  /** As it was, when it was deleted or its subscription changed. */
  readonly before?: Entitlement
}

/** To all sessions, whatever their intents, in the order in which they are said. */
const saying = (say: (data: OfEntitlement) => ReadonlyArray<Pick<Dispatch, "t" | "d">>) =>
  Audience.on<OfEntitlement>((data, { interested }) => {
    const { application_id } = data
    if (!interested(application_id)) return Body.succeed([])
    return Body.succeed(say(data).map((dispatch) => ({ application_id, guild_id: null, intents: 0, ...dispatch })))
  })

const entitled = (what: "CREATE" | "UPDATE" | "DELETE", entitlement: Entitlement) => ({
  t: `ENTITLEMENT_${what}`,
  d: entitlementObject(entitlement)
})

const subscribed = (what: "CREATE" | "UPDATE" | "DELETE", entitlement: Entitlement) =>
  isSubscribed(entitlement) ? [{ t: `SUBSCRIPTION_${what}`, d: subscriptionObject(entitlement) }] : []

/** A renewal changes the subscription alone. */
const updated = ({ entitlement, before }: OfEntitlement) => {
  if (before === undefined) return [entitled("UPDATE", entitlement)]
  const told = isSame(entitlementObject(before), entitlementObject(entitlement))
    ? []
    : [entitled(entitlement.deleted && !before.deleted ? "DELETE" : "UPDATE", entitlement)]
  if (isSame(before.subscription ?? null, entitlement.subscription ?? null)) return told
  if (!isSubscribed(entitlement)) return [...told, ...subscribed("DELETE", before)]
  return [...told, ...subscribed(isSubscribed(before) ? "UPDATE" : "CREATE", entitlement)]
}

export const HANDLERS: Audience.Handlers = {
  "entitlement.created": saying(({ entitlement }) => [
    ...subscribed("CREATE", entitlement),
    entitled("CREATE", entitlement)
  ]),
  "entitlement.updated": saying(updated),
  "entitlement.deleted": saying(({ entitlement }) => [
    ...subscribed("DELETE", entitlement),
    entitled("DELETE", { ...entitlement, deleted: true })
  ])
}
