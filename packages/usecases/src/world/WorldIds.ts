/** The ids in a body or in stored rows, before they are judged. */
import { isSnowflake, type Snowflake } from "@backlot/domain/base/Snowflake"
import { elementsOf } from "@backlot/domain/element/WorldTarget"

/** Every value that may be an id; too many do no harm. Exact integers count (Shape.Id). */
export const idsIn = (value: unknown): ReadonlyArray<Snowflake> => {
  if (typeof value === "number") return Number.isSafeInteger(value) && value >= 0 ? [String(value)] : []
  if (isSnowflake(value)) return [value]
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(idsIn) : []
}

/** The ids of the elements of a list of a body. */
export const listed = (body: unknown, list: string): ReadonlyArray<Snowflake> =>
  elementsOf(body, list).flatMap((element) => idsIn(element["id"]))
