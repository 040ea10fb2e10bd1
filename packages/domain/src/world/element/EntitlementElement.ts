/** What a user or a guild may use of what an application sells, with the subscription that it comes from. */

import { premium as limits } from "../../base/PremiumLimits.ts"
import type { Snowflake } from "../../base/Snowflake.ts"
import type { Target } from "../../element/WorldTarget.ts"
import { fault } from "../../error/Fault.ts"
import { badLength, notMatching } from "../../error/FormError.ts"
import { UnknownEntitlement } from "../../error/ServiceError.ts"
import type { Entitlement, Subscription, World } from "../../record/World.ts"
import { ENTITLEMENT_TYPES, FULFILLMENTS } from "../../record/WorldVocabulary.ts"
import { Bool, Id, Int, Text } from "../../validation/Shape.ts"
import { matches, oneOf, required } from "../rule/Check.ts"
import { fieldsOf } from "../rule/Fields.ts"
import { held, type Placed } from "../rule/Placed.ts"
import { idsOf } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"
import * as WorldError from "../rule/WorldError.ts"
import type { Editable, Element, Reported } from "./Element.ts"

const Terms = fieldsOf("subscription", {
  id: [Id, required],
  status: [Int, oneOf([0, 1, 2])],
  current_period_start: [Text, required, Value.time],
  current_period_end: [Text, required, Value.time],
  canceled_at: [Text, Value.time],
  country: [Text, matches(/^[A-Z]{2}$/, notMatching)]
})

const own = fieldsOf("entitlement", {
  id: [Id, required],
  sku_id: [Id, required],
  user_id: [Id, required, Value.user],
  guild_id: [Id, Value.guild],
  type: [Int, oneOf(ENTITLEMENT_TYPES)],
  deleted: [Bool],
  consumed: [Bool],
  starts_at: [Text, Value.time],
  ends_at: [Text, Value.time],
  fulfilled_at: [Text, Value.time],
  fulfillment_status: [Int, oneOf(FULFILLMENTS)],
  parent_id: [Id],
  gifter_user_id: [Id],
  subscription: [Terms.shape]
})

type Draft = typeof own.shape.Type

const places = (all: ReadonlyArray<Placed<Draft>>) => ({
  entitlement: all,
  subscription: held(all, "subscription", (one) => one.subscription)
})

const defaults = {
  entitlement: {
    guild_id: null,
    type: 8,
    deleted: false,
    consumed: false,
    starts_at: null,
    ends_at: null,
    fulfilled_at: null,
    fulfillment_status: null,
    parent_id: null,
    gifter_user_id: null,
    subscription: null
  },
  subscription: { status: 0, canceled_at: null, country: null }
} as const

const build = (application_id: Snowflake, draft: Draft): Entitlement => {
  const d = defaults.entitlement
  const status = FULFILLMENTS.find((known) => known === draft.fulfillment_status)
  return {
    id: draft.id ?? "",
    application_id,
    sku_id: draft.sku_id ?? "",
    user_id: draft.user_id ?? "",
    guild_id: draft.guild_id ?? d.guild_id,
    type: ENTITLEMENT_TYPES.find((type) => type === draft.type) ?? d.type,
    deleted: draft.deleted ?? d.deleted,
    consumed: draft.consumed ?? d.consumed,
    starts_at: draft.starts_at ?? d.starts_at,
    ends_at: draft.ends_at ?? d.ends_at,
    ...(draft.fulfilled_at == null ? {} : { fulfilled_at: draft.fulfilled_at }),
    ...(status === undefined ? {} : { fulfillment_status: status }),
    ...(draft.parent_id == null ? {} : { parent_id: draft.parent_id }),
    ...(draft.gifter_user_id == null ? {} : { gifter_user_id: draft.gifter_user_id }),
    ...(draft.subscription ? { subscription: termsOf(draft.subscription) } : {})
  }
}

const STATUSES = [0, 1, 2] as const

const termsOf = (draft: typeof Terms.shape.Type): Subscription => ({
  id: draft.id ?? "",
  status: STATUSES.find((status) => status === draft.status) ?? defaults.subscription.status,
  current_period_start: draft.current_period_start ?? "",
  current_period_end: draft.current_period_end ?? "",
  canceled_at: draft.canceled_at ?? defaults.subscription.canceled_at,
  ...(draft.country == null ? {} : { country: draft.country })
})

const ofApplication = ({ entitlements }: World, id: Snowflake) =>
  entitlements.filter(({ application_id }) => application_id === id)

const isSold = ({ applications, entitlements }: World, { application_id, entitlement_id }: Target<"entitlement">) => {
  const sku = entitlements.find(({ id }) => id === entitlement_id)?.sku_id
  return applications.some(({ id, skus = [] }) => id === application_id && skus.some((one) => one.id === sku))
}

export const element = {
  list: "entitlements",
  ...own,
  places,
  rules: { ...own.rules, ...Terms.rules },
  defaults,
  ids: idsOf("entitlement"),
  /** The entitlements of one application. */
  buildAll: (drafts: ReadonlyArray<Draft>, applicationId: Snowflake) =>
    drafts.map((draft) => build(applicationId, draft)),
  toFile: ({ application_id: _, ...rest }) => rest,
  collections: ["entitlement"],
  key: (e) => [e.application_id, e.id],
  indexes: {
    id: (e) => [e.id],
    user: (e) => [e.user_id],
    guild: (e) => (e.guild_id === null ? undefined : [e.guild_id])
  },
  belongsTo: ["application", "user", "guild"],
  event: (entitlement) => ({
    application_id: entitlement.application_id,
    entitlement_id: entitlement.id,
    entitlement
  }),
  beforeWith: ["deleted", "subscription"],
  edit: {
    unknown: UnknownEntitlement,
    siblings: "new",
    timed: true,
    record: ({ application_id }, draft) => build(application_id, draft),
    refused: (_, after, target) => [
      ...(isSold(after, target) ? [] : [fault(["sku_id"], WorldError.unknownReference("SKU", "of the application"))]),
      ...(ofApplication(after, target.application_id).length > limits.entitlements
        ? [fault([], badLength(0, limits.entitlements))]
        : [])
    ]
  }
} satisfies Element<Entitlement, Draft> & {
  buildAll(drafts: ReadonlyArray<Draft>, applicationId: Snowflake): ReadonlyArray<Entitlement>
} & Reported<Entitlement> &
  Editable<Draft, Target<"entitlement">>
