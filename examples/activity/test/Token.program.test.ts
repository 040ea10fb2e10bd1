/** What the Activity's client asks its own backend for, which no scenario plays: the exchange of its user's code. */
import { Backlot } from "@backlot/testkit"
import { afterAll, beforeAll, expect, it } from "vitest"

let backlot: Backlot
let token: string

beforeAll(async () => {
  backlot = await Backlot.start({ world: "world.yaml", app: { command: "node src/main.ts" } })
  const { body } = await backlot.app().get("/applications/@me")
  token = new URL("/token", (body as { readonly interactions_endpoint_url: string }).interactions_endpoint_url).href
})

afterAll(() => backlot?.stop())

/** The decision of a user on the page of consent, in its form for scripts. */
const codeOf = async (user_id: string): Promise<string> => {
  const asked = {
    client_id: backlot.app().id,
    response_type: "code",
    scope: "identify",
    redirect_uri: "http://127.0.0.1/callback"
  }
  const response = await fetch(`${backlot.url}/oauth2/authorize?${new URLSearchParams(asked)}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ user_id, authorize: true })
  })
  const { location } = (await response.json()) as { readonly location: string }
  return new URL(location).searchParams.get("code") ?? ""
}

const exchange = (code: string) => fetch(token, { method: "POST", body: new URLSearchParams({ code }) })

it("exchanges the code for a token that acts for the user", async () => {
  const response = await exchange(await codeOf("300000000000000002"))
  const { access_token } = (await response.json()) as { readonly access_token: string }
  const auth = `Bearer ${access_token}`
  await backlot.app().get("/users/@me", { auth, expect: { status: 200, body: { username: "bob" } } })
})

it("passes on that a code was never given", async () => {
  const response = await exchange("made-up")
  expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ error: "invalid_grant" })])
})
