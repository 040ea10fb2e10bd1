/** What an application sells: a list of values in its record. */
import { premium as limits } from "../../base/PremiumLimits.ts"
import type { Sku } from "../../record/PremiumRecord.ts"
import { SKU_TYPES } from "../../record/WorldVocabulary.ts"
import { Id, Int, Text } from "../../validation/Shape.ts"
import { between, type Check, length, oneOf, required } from "../rule/Check.ts"
import { fieldsOf } from "../rule/Fields.ts"
import { onceInList } from "../rule/Unique.ts"
import * as WorldError from "../rule/WorldError.ts"

export const Skus = fieldsOf("sku", {
  id: [Id, required],
  type: [Int, required, oneOf(SKU_TYPES)],
  name: [Text, required, length(1, limits.nameMax)],
  slug: [Text, length(1, limits.slugMax)],
  flags: [Int, between(0, 2 ** 31 - 1)]
})

export const uniqueSkus = onceInList("sku", "id", "An application sells an SKU once.")

type Draft = typeof Skus.shape.Type

const AVAILABLE = 1 << 2
const FOR_USERS = 1 << 8

const flagsOf = (type: Sku["type"]): number => (type === 5 ? AVAILABLE | FOR_USERS : AVAILABLE)

export const build = ({ id, type, name, slug, flags }: Draft): Sku => {
  const known = SKU_TYPES.find((one) => one === type) ?? 2
  const shown = name ?? ""
  return {
    id: id ?? "",
    type: known,
    name: shown,
    slug: slug ?? (slugOf(shown) || "sku"),
    flags: flags ?? flagsOf(known)
  }
}

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .split(/[^a-z0-9]/)
    .filter((part) => part !== "")
    .join("-")

/** Each entitlement of an application names one of its SKUs. */
export const ofItsSkus: Check = {
  judge: (value, { element }) => {
    const sold = new Set(idsIn(element["skus"], "id"))
    return idsIn(value, "sku_id").flatMap((id, i) =>
      id === undefined || sold.has(id) ? [] : [{ ...WorldError.unknownReference("SKU", id), path: [i, "sku_id"] }]
    )
  }
}

const idsIn = (list: unknown, field: string): ReadonlyArray<string | undefined> =>
  Array.isArray(list)
    ? list.map((one: object) => {
        const id: unknown = Reflect.get(one, field)
        return typeof id === "string" ? id : undefined
      })
    : []
