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

const entitled = (t: `ENTITLEMENT_${string}`, entitlement: Entitlement) => ({
  t,
  d: entitlementObject(entitlement)
})

const subscribed = (t: `SUBSCRIPTION_${string}`, entitlement: Entitlement) =>
  isSubscribed(entitlement) ? [{ t, d: subscriptionObject(entitlement) }] : []

/** A renewal changes the subscription alone. */
const updated = ({ entitlement, before }: OfEntitlement) => {
  if (before === undefined) return [entitled("ENTITLEMENT_UPDATE", entitlement)]
  const told = isSame(entitlementObject(before), entitlementObject(entitlement))
    ? []
    : [entitled(entitlement.deleted && !before.deleted ? "ENTITLEMENT_DELETE" : "ENTITLEMENT_UPDATE", entitlement)]
  if (isSame(before.subscription ?? null, entitlement.subscription ?? null)) return told
  if (!isSubscribed(entitlement)) return [...told, ...subscribed("SUBSCRIPTION_DELETE", before)]
  return [...told, ...subscribed(isSubscribed(before) ? "SUBSCRIPTION_UPDATE" : "SUBSCRIPTION_CREATE", entitlement)]
}

export const HANDLERS: Audience.Handlers = {
  "entitlement.created": saying(({ entitlement }) => [
    ...subscribed("SUBSCRIPTION_CREATE", entitlement),
    entitled("ENTITLEMENT_CREATE", entitlement)
  ]),
  "entitlement.updated": saying(updated),
  "entitlement.deleted": saying(({ entitlement }) => [
    ...subscribed("SUBSCRIPTION_DELETE", entitlement),
    entitled("ENTITLEMENT_DELETE", { ...entitlement, deleted: true })
  ])
}
