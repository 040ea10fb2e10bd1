/** A REST call as a step, with the answer that the model expects. */
import type { Expectation } from "@backlot/scenario/Expectation"
import { defined } from "@backlot/scenario/Fields"
import type { Step } from "@backlot/scenario/Step"
import type { Model } from "../model/Model.ts"
import type { Scope } from "../model/ModelCommands.ts"
import type { Json, Path } from "../model/ModelJson.ts"
import type { Bucket } from "../model/ModelWindows.ts"
import type { ModelApplication } from "../model/ModelWorld.ts"

export interface Request {
  readonly method: "get" | "post" | "put" | "patch" | "delete"
  readonly path: string
  /** `bot`, or a whole Authorization value. */
  readonly auth: string
  readonly application: ModelApplication
  readonly bucket?: Bucket | undefined
  readonly body?: unknown
  readonly query?: Json
  readonly headers?: Readonly<Record<string, string>>
}

export interface Answer {
  readonly status: number
  readonly code?: number
  /** A matcher. */
  readonly body?: unknown
  readonly capture?: Readonly<Record<string, string>>
}

/** The code of spent daily creates, whose answer shows no window. */
export const DAILY = 30034

/** Counts the request, and decides the answer if limits allow it. */
export const callStep = (model: Model, request: Request, decide: () => Answer): Step => {
  const { application, bucket } = request
  const counted = model.windows.count(application.id, application.per_second, bucket, model.now_ms, model.enforces)
  if (counted.refused) {
    model.by(counted.global ? "limits: the global window refuses" : "limits: a bucket refuses")
    const rate_limit = counted.global ? { global: true } : { limit: counted.limit, remaining: 0 }
    return step(request, { status: 429 }, rate_limit)
  }
  model.by(bucket === undefined ? "limits: the global window is shown" : "limits: the bucket is shown")
  const answer = decide()
  const { limit, remaining } = counted
  return step(request, answer, answer.code === DAILY ? undefined : { limit, remaining })
}

/** A step that is not counted, e.g. because a planned fault answers. */
export const step = (
  { method, path, auth, application, body, query, headers }: Request,
  { capture, ...expected }: Answer,
  rate_limit: Expectation["rate_limit"]
): Step => ({
  app: { [method]: path, application: application.id, auth, ...defined({ body, query, headers }) },
  expect: { ...expected, ...defined({ rate_limit }) },
  ...defined({ capture })
})

/** An application that is not installed in the guild has no access to it. */
export const noAccess = (model: Model, { application, guild_id }: Scope, to: "commands" | "overwrites") => {
  if (guild_id === undefined || model.guild(guild_id).installs.has(application.id)) return undefined
  return model.decides<Answer>(`${to}: no access to a guild without installation`, { status: 403, code: 50001 })
}

/** 400 with a fault at or below each of these paths. */
export const formAnswer = (paths: ReadonlyArray<Path>): Answer => ({
  status: 400,
  code: 50035,
  body: { errors: paths.reduce<Tree>((tree, path) => planted(tree, path), {}) }
})

interface Tree {
  readonly [key: string]: Tree | boolean
}

const planted = (tree: Tree, [first, ...rest]: Path): Tree => {
  if (first === undefined) return { ...tree, _errors: { $exists: true } }
  const key = String(first)
  const before = tree[key]
  if (rest.length === 0) return before === undefined ? { ...tree, [key]: { $exists: true } } : tree
  const inside = typeof before === "object" && before["$exists"] === undefined ? before : {}
  return { ...tree, [key]: planted(inside, rest) }
}

/** A list in any order. */
export const inAnyOrder = (list: ReadonlyArray<unknown>): unknown =>
  list.length === 0 ? [] : { $all: [{ $length: list.length }, { $contains: list }] }

/** A value as a matcher: absent fields are null, dictionaries are exact. */
export const matcherOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(matcherOf)
  if (typeof value !== "object" || value === null) return value ?? null
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      DICTIONARIES.has(key) && inner !== null && inner !== undefined ? { $exactly: inner } : matcherOf(inner)
    ])
  )
}

const DICTIONARIES = new Set(["name_localizations", "description_localizations", "metadata"])
