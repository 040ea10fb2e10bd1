/** The security that the contract declares holds: only the declared callers may call an operation. */
import { Rest } from "@backlot/protocol/rest/Rest"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Play from "../Harbour.ts"
import { stage } from "../Stage.ts"

const METHODS = ["get", "put", "post", "patch", "delete"] as const

const OPERATIONS = Object.entries(Rest.document().paths).flatMap(([path, operations]) =>
  METHODS.flatMap((method) => {
    const { operationId: id, security = [] } = operations[method] ?? {}
    const schemes = security.map((credentials) => Object.keys(credentials)[0] ?? "nobody")
    return id === undefined ? [] : [{ id, method, path, schemes }]
  })
)

type Operation = (typeof OPERATIONS)[number]

/** The status and code of an answer to a request about ids that do not exist. */
const ask = (url: string, { method, path }: Operation, headers: Readonly<Record<string, string>>) =>
  Effect.promise(async () => {
    const body = method === "get" || method === "delete" ? {} : { body: "{}" }
    const answer = await fetch(`${url}${path.replaceAll(/\{\w+\}/g, "1")}`, {
      method: method.toUpperCase(),
      headers: { ...headers, "content-type": "application/json" },
      ...body
    })
    const text = await answer.text()
    const { code }: { readonly code?: number } = text.startsWith("{") ? JSON.parse(text) : {}
    return { status: answer.status, code }
  })

const asking = (headers: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const { server } = yield* stage(() => Effect.succeed({ status: 202 }), { limits: "off" })
    return yield* Effect.forEach(OPERATIONS, (operation) =>
      Effect.map(ask(server.addresses.rest_url, operation, headers), (answer) => ({ ...operation, ...answer }))
    )
  })

const idsOf = (operations: ReadonlyArray<Operation>) => operations.map(({ id }) => id)

describe("the declared security of REST", () => {
  it.live("refuses a request without credentials, but where the contract takes it", () =>
    Effect.gen(function* () {
      const answers = yield* asking({})
      const refused = answers.filter(({ status, code }) => status === 401 && code === 0)
      assert.deepStrictEqual(idsOf(refused), idsOf(OPERATIONS.filter(({ schemes }) => !schemes.includes("nobody"))))
    })
  )

  it.live("refuses a bot where the contract takes users alone, and nowhere else", () =>
    Effect.gen(function* () {
      const answers = yield* asking({ authorization: `Bot ${Play.BOT_TOKEN}` })
      const refused = answers.filter(({ status, code }) => (status === 401 && code === 0) || code === 20001)
      const users = OPERATIONS.filter(({ schemes }) => schemes.every((scheme) => scheme === "OAuth2"))
      assert.deepStrictEqual(idsOf(refused), idsOf(users))
    })
  )
})
