/**
 * Names in place of ids in a path and in a body of the control plane. A name is compared to the letter, or else in any case. Our
 * choice: docs/choices.md "Control plane".
 */

import { isSnowflake } from "@backlot/domain/base/Snowflake"
import { type Fault, fault, type Path } from "@backlot/domain/error/Fault"
import { InvalidForm } from "@backlot/domain/error/ServiceError"
import { operation } from "../store/Operation.ts"
import { transacting } from "../store/Transact.ts"
import { kindOf, OVERWRITES } from "./NamedFields.ts"
import { idNamed, KINDS, type Kind } from "./NamedThings.ts"

export type PathParams = Readonly<Record<string, string | undefined>>

/** The parameters that can be names. Some follow from others, so they stand in the order in which they are read. */
export const PARAMETERS: Readonly<Record<string, Kind>> = {
  user_id: "user",
  recipient_id: "user",
  member_id: "user",
  applicant_id: "user",
  application_id: "application",
  guild_id: "guild",
  channel_id: "channel",
  role_id: "role",
  command_id: "command",
  sku_id: "sku",
  emoji_id: "emoji",
  sticker_id: "sticker",
  sound_id: "sound",
  webhook_id: "webhook",
  scheduled_event_id: "event",
  rule_id: "rule"
}

const isName = (said: string | undefined): said is string => said !== undefined && !isSnowflake(said)

/** Whether a path has a name. */
export const hasNames = (params: PathParams): boolean => Object.keys(PARAMETERS).some((name) => isName(params[name]))

/** The parameters with ids in place of names. Fails with a fault at each name that nothing has, or several have. */
export const resolve = operation(
  "NamedPath.resolve",
  transacting(function* (params: PathParams) {
    const faults: Array<Fault> = []
    const known: Record<string, string | undefined> = { ...params }
    for (const [name, kind] of Object.entries(PARAMETERS)) {
      const said = params[name]
      if (!isName(said)) continue
      const found = yield* idNamed(kind, said, known)
      if (found.id === undefined) faults.push(fault([name], found.error))
      else known[name] = found.id
    }
    return faults.length > 0 ? yield* new InvalidForm({ faults }) : known
  })
)

/** A name in a body: where it stands, and what it names. */
interface Said {
  readonly path: Path
  readonly kind: Kind
  readonly said: string
}

/** With more names than this, and longer ones, a body is left as it is: it is judged by ids. */
const MOST_NAMES = 100
const LONGEST = 100

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Values that apps and users chose are theirs. */
const FREE: ReadonlySet<string> = new Set(["options", "fields", "attachments"])

const collect = (value: unknown, path: Path, found: Array<Said>): void => {
  if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) collect(one, [...path, index], found)
    return
  }
  if (!isObject(value)) return
  const note = (kind: Kind, said: unknown, at: Path) => {
    if (typeof said === "string" && said !== "" && said.length <= LONGEST && !isSnowflake(said))
      found.push({ path: at, kind, said })
  }
  const list = path.findLast((step) => typeof step === "string") ?? ""
  const { type } = value
  const overwrite = Object.hasOwn(OVERWRITES, list) && typeof type === "number" ? OVERWRITES[list]?.[type] : undefined
  if (overwrite !== undefined) note(overwrite, value["id"], [...path, "id"])
  for (const [name, inner] of Object.entries(value)) {
    const kind = kindOf(name)
    if (FREE.has(name)) continue
    if (kind === undefined || isObject(inner)) collect(inner, [...path, name], found)
    else if (!Array.isArray(inner)) note(kind, inner, [...path, name])
    else
      for (const [index, one] of inner.entries()) {
        if (isObject(one)) collect(one, [...path, name, index], found)
        else note(kind, one, [...path, name, index])
      }
  }
}

/** The names of a body; none where they are too many. */
const namesIn = (body: unknown): ReadonlyArray<Said> => {
  const found: Array<Said> = []
  collect(body, [], found)
  return found.length > MOST_NAMES ? [] : found
}

export const hasNamesInside = (body: unknown): boolean => namesIn(body).length > 0

/** The body with ids in place of names. Fails with a fault at each name that nothing has, or several have. */
export const resolveBody = operation(
  "NamedPath.resolveBody",
  transacting(function* (body: unknown, params: PathParams) {
    const faults: Array<Fault> = []
    const rank = ({ kind, path }: Said) => (path.length > 1 ? ORDER.length : 0) + ORDER.indexOf(kind)
    const known: Record<string, string | undefined> = { ...params, ...idsOf(body) }
    const ids = new Map<string, string>()
    for (const { path, kind, said } of namesIn(body).toSorted((a, b) => rank(a) - rank(b))) {
      // What a user does reads tags itself: recordings keep their names.
      if (kind === "tag" && params["user_id"] !== undefined) continue
      const found = yield* idNamed(kind, said, known)
      if (found.id === undefined) faults.push(fault(path, found.error))
      else {
        ids.set(JSON.stringify(path), found.id)
        const [field, ...deeper] = path
        if (deeper.length === 0) known[String(field)] = params[String(field)] ?? found.id
      }
    }
    return faults.length > 0 ? yield* new InvalidForm({ faults }) : replaced(body, [], ids)
  })
)

/** A guild and an application narrow what other names mean. */
const ORDER: ReadonlyArray<Kind> = [...new Set(["application", "guild", ...Object.keys(KINDS)] as ReadonlyArray<Kind>)]

/** What a body says by id narrows what its names mean. */
const idsOf = (body: unknown): PathParams => {
  if (!isObject(body)) return {}
  const { application_id, guild_id, parent_id } = body
  return {
    ...(isSnowflake(parent_id) ? { parent_id } : {}),
    ...(isSnowflake(application_id) ? { application_id } : {}),
    ...(isSnowflake(guild_id) ? { guild_id } : {})
  }
}

const replaced = (value: unknown, path: Path, ids: ReadonlyMap<string, string>): unknown => {
  if (typeof value === "string") return ids.get(JSON.stringify(path)) ?? value
  if (Array.isArray(value)) return value.map((one, index) => replaced(one, [...path, index], ids))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaced(one, [...path, name], ids)]))
}
