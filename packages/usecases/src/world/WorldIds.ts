/** The ids that a body or stored rows name, before anyone has judged them. */
import { isSnowflake, type Snowflake } from "@backlot/domain/base/Snowflake"
import { elementsOf } from "@backlot/domain/element/WorldTarget"

/** Whatever may be an id in a value: more than there are does no harm. Exact integers count (Shape.Id). */
export const idsIn = (value: unknown): ReadonlyArray<Snowflake> => {
  if (typeof value === "number") return Number.isSafeInteger(value) && value >= 0 ? [String(value)] : []
  if (isSnowflake(value)) return [value]
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(idsIn) : []
}

/** The ids of a list of a body, as far as they are ids. */
export const listed = (body: unknown, list: string): ReadonlyArray<Snowflake> =>
  elementsOf(body, list).flatMap((element) => idsIn(element["id"]))
