/** A world with an application to authorize, and a simple browser that keeps a cookie and reads pages. */
import { Effect } from "effect"
import { type Asked, call, type Reply } from "../fixture/Client.ts"
import { at } from "../fixture/Running.ts"

export const SHOP = "100000000000000001"
export const RUDE = "100000000000000002"
export const [ALICE, BOB, CAROL] = ["300000000000000001", "300000000000000002", "300000000000000003"] as const
export const HARBOUR = "200000000000000001"
export const QUAY = "200000000000000002"
export const CALLBACK = "http://127.0.0.1/callback"
export const MARKUP = `<script>alert(1)</script>"'&<b>`

export const town = {
  applications: [
    {
      id: SHOP,
      name: "Pet Shop",
      description: `Adopt a pet. ${MARKUP}`,
      owner_id: ALICE,
      client_secret: "pet-shop-secret",
      redirect_uris: [CALLBACK],
      integration_types: [0, 1]
    },
    // A name has 32 characters.
    { id: RUDE, name: `Shop ${MARKUP}`.slice(0, 32), owner_id: ALICE, redirect_uris: [CALLBACK] }
  ],
  users: [
    { id: ALICE, username: "alice", global_name: "Alice" },
    { id: BOB, username: "bob", global_name: `<i>${MARKUP}`.slice(0, 32) },
    { id: CAROL, username: "carol" }
  ],
  guilds: [
    { id: HARBOUR, name: `Harbour ${MARKUP}`, owner_id: ALICE, members: [{ user_id: BOB }, { user_id: CAROL }] },
    { id: QUAY, name: "Quay", owner_id: BOB, members: [{ user_id: ALICE }] }
  ]
}

export const query = (changes: Readonly<Record<string, string>> = {}) =>
  new URLSearchParams({ client_id: SHOP, response_type: "code", scope: "identify", ...changes }).toString()

const FORM = { "content-type": "application/x-www-form-urlencoded" }

export interface Browser {
  readonly get: (
    path: string,
    headers?: Asked["headers"]
  ) => Effect.Effect<Reply, never, Effect.Services<ReturnType<typeof at>>>
  readonly post: (
    path: string,
    fields: Readonly<Record<string, string>> | URLSearchParams,
    headers?: Asked["headers"]
  ) => Effect.Effect<Reply, never, Effect.Services<ReturnType<typeof at>>>
}

/** A new browser. */
export const browser = (): Browser => {
  let cookie: string | undefined
  const ask = Effect.fnUntraced(function* (path: string, { headers, ...asked }: Asked) {
    const own: Record<string, string> = cookie === undefined ? {} : { cookie }
    const reply = yield* call(yield* at(path), { ...asked, headers: { ...own, ...headers } })
    const [set] = reply.headers["set-cookie"] ?? []
    if (set !== undefined) cookie = set.split(";", 1).join("")
    return reply
  })
  return {
    get: (path, headers = {}) => ask(path, { headers }),
    post: (path, fields, headers = {}) =>
      ask(path, { method: "POST", headers: { ...FORM, ...headers }, body: new URLSearchParams(fields).toString() })
  }
}

/** A browser signed in as `user`, with its consent page. */
export const consenting = Effect.fnUntraced(function* (asked: string, user: string = ALICE) {
  const own = browser()
  yield* own.post(`/oauth2/sign-in?${asked}`, { user })
  const page = yield* own.get(`/oauth2/authorize?${asked}`)
  return { ...own, page, nonce: nonceOf(page) }
})

export const nonceOf = ({ text }: Reply): string => /name="nonce" value="(\w+)"/.exec(text)?.[1] ?? "none"

/** The visible text of a page. */
export const textOf = ({ text }: Reply): string =>
  text
    .replace(/<style>.*?<\/style>/s, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, "&")
    .replace(/\s+/g, " ")
