/**
 * What a bot says of its own presence, in IDENTIFY and over opcode 3. Source: the platform's documentation of `Update
 * Presence`. Our choice: docs/choices.md "Gateway".
 */
import { Result } from "effect"
import { presence as limits } from "../base/PresenceLimits.ts"
import { isElement } from "../element/WorldTarget.ts"
import { type Activity, STATUSES, type WantedPresence } from "./Presence.ts"

/** Fails with the reason in words. Fields that bots may not set are left out, as on the platform. */
export const decodeBotPresence = (d: unknown): Result.Result<WantedPresence, string> => {
  if (!isElement(d)) return Result.fail("a presence is an object")
  const { status = "online", activities } = d
  const shown = status === "invisible" ? "offline" : STATUSES.find((one) => one === status)
  if (shown === undefined) return Result.fail(`status must be one of ${STATUSES.join(", ")} or invisible`)
  if (activities != null && !Array.isArray(activities)) return Result.fail("activities must be a list")
  const asked: ReadonlyArray<unknown> = activities ?? []
  if (asked.length > limits.activities) return Result.fail(`activities must be at most ${limits.activities}`)
  const read = asked.map(activityOf)
  const known = read.filter((one) => one !== undefined)
  return known.length === read.length
    ? Result.succeed({ status: shown, activities: shown === "offline" ? [] : known, client_status: { web: shown } })
    : Result.fail(`an activity needs a name of 1 to ${limits.textMax} characters, a type of 0 to 5, and texts`)
}

/** Undefined for what is no activity. */
const activityOf = (sent: unknown): WantedActivity | undefined => {
  if (!isElement(sent)) return undefined
  const { name, type = 0, state, url } = sent
  if (typeof name !== "string" || name === "" || name.length > limits.textMax) return undefined
  if (typeof type !== "number" || !Number.isInteger(type) || type < 0 || type > 5) return undefined
  if (!isText(state, limits.textMax) || !isText(url, limits.urlMax)) return undefined
  return { name, type, ...(state == null ? {} : { state }), ...(url == null ? {} : { url }) }
}

type WantedActivity = Omit<Activity, "created_at">

const isText = (value: unknown, most: number): value is string | null | undefined =>
  value == null || (typeof value === "string" && value.length <= most)
