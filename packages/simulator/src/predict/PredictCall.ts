/** A REST call as a step, with the answer that the model expects. */
import type { Expectation } from "@backlot/scenario/Expectation"
import type { Step } from "@backlot/scenario/Step"
import type { Model } from "../model/Model.ts"
import type { Path } from "../model/ModelFormText.ts"
import type { Json } from "../model/ModelJson.ts"
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
  const daily = answer.code === 30034
  return step(request, answer, daily ? undefined : { limit: counted.limit, remaining: counted.remaining })
}

/** A step that is not counted, e.g. because a planned fault answers. */
export const step = (
  { method, path, auth, application, body, query, headers }: Request,
  { status, code, body: expected, capture }: Answer,
  rate_limit: Expectation["rate_limit"]
): Step => ({
  app: {
    [method]: path,
    application: application.id,
    auth,
    ...(body === undefined ? {} : { body }),
    ...(query === undefined ? {} : { query }),
    ...(headers === undefined ? {} : { headers })
  },
  expect: {
    status,
    ...(code === undefined ? {} : { code }),
    ...(expected === undefined ? {} : { body: expected }),
    ...(rate_limit === undefined ? {} : { rate_limit })
  },
  ...(capture === undefined ? {} : { capture })
})

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
