/** Every kind of answer that the service gives over HTTP, once each, as it stood on the wire. */
import { controlOf } from "./ControlClient.ts"
import { startEndpoint } from "./EndpointApp.ts"
import type { LiveServer } from "./LiveServer.ts"
import { type Exchange, type Sent, wireOf } from "./Wire.ts"
import { ALICE, APP, BOT, FOREIGN_GUILD, GENERAL, GUILD, OTHER_APP, SECRET } from "./World.ts"

export interface Answer {
  readonly what: string
  /** The status that belongs to it. */
  readonly status: number
  readonly exchange: Exchange
}

const GLOBAL = `/applications/${APP}/commands`
const IN_GUILD = `/applications/${APP}/guilds/${GUILD}/commands`
const FORM = "application/x-www-form-urlencoded"
const NAMED = { name: "answers", description: "d" }
const JSON_TYPE = { "content-type": "application/json" }

type Ask = readonly [status: number, method: string, path: string, sent?: Sent]

const aboutCommands = (scope: string): ReadonlyArray<Ask> => [
  [201, "POST", scope, { body: NAMED }],
  [200, "POST", scope, { body: NAMED }],
  [200, "PUT", scope, { body: [NAMED, { ...NAMED, name: "more" }] }],
  [200, "GET", scope],
  [200, "GET", `${scope}?with_localizations=true`],
  [200, "GET", `${scope}/{command}`],
  [200, "PATCH", `${scope}/{command}`, { body: { description: "e" } }],
  [204, "DELETE", `${scope}/{command}`],
  [404, "GET", `${scope}/{command}`]
]

const ABOUT_THE_APPLICATION: ReadonlyArray<Ask> = [
  [200, "GET", "/applications/@me"],
  [200, "PATCH", "/applications/@me", { body: { description: "Pets" } }],
  [200, "GET", "/oauth2/applications/@me"],
  [200, "GET", "/users/@me"],
  [200, "GET", "/gateway"],
  [200, "GET", "/gateway/bot"],
  [
    200,
    "POST",
    "/oauth2/token",
    {
      body: `grant_type=client_credentials&scope=identify&client_id=${APP}&client_secret=${SECRET}`,
      headers: { authorization: "", "content-type": FORM }
    }
  ]
]

const REFUSALS: ReadonlyArray<Ask> = [
  [401, "GET", GLOBAL, { headers: { authorization: "" } }],
  [401, "POST", "/oauth2/token", { body: "grant_type=client_credentials", headers: { "content-type": FORM } }],
  [404, "GET", "/nothing"],
  [405, "DELETE", GLOBAL],
  [404, "GET", "/applications/999999999999999999/commands"],
  [403, "GET", `/applications/${OTHER_APP}/commands`],
  [403, "GET", `/applications/${APP}/guilds/${FOREIGN_GUILD}/commands`],
  [400, "POST", GLOBAL, { body: { name: "" } }],
  [400, "POST", GLOBAL, { body: "{", headers: JSON_TYPE }],
  [400, "POST", GLOBAL, { body: "{}", headers: { "content-type": "text/plain" } }]
]

const WITH_A_TOKEN = "/webhooks/{application}/{token}"

const AN_INTERACTION: ReadonlyArray<Ask> = [
  [204, "POST", "/interactions/{interaction}/{token}/callback", { body: { type: 5 } }],
  [400, "POST", "/interactions/{interaction}/{token}/callback", { body: { type: 5 } }],
  [200, "PATCH", `${WITH_A_TOKEN}/messages/@original`, { body: { content: "a" } }],
  [200, "GET", `${WITH_A_TOKEN}/messages/@original`],
  [200, "POST", WITH_A_TOKEN, { body: { content: "b" } }],
  [200, "GET", WITH_A_TOKEN],
  [204, "DELETE", `${WITH_A_TOKEN}/messages/@original`],
  [404, "GET", `${WITH_A_TOKEN}/messages/@original`]
]

const WITH_RESPONSE: ReadonlyArray<Ask> = [
  [
    200,
    "POST",
    "/interactions/{interaction}/{token}/callback?with_response=true",
    { body: { type: 4, data: { content: "c" } } }
  ]
]

/** Asks for all of them; registers and removes commands named `answers` and `more`. */
export const everyAnswer = async (server: LiveServer): Promise<ReadonlyArray<Answer>> => {
  const wire = wireOf(`${server.ready.rest_url}/v10`, { authorization: BOT })
  const answers: Array<Answer> = []
  const ask = async (asks: ReadonlyArray<Ask>, values: Readonly<Record<string, string>>) => {
    for (const [status, method, path, sent] of asks) {
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "")
      answers.push({ what: `${status} ${method} ${path}`, status, exchange: await wire(method, filled, sent) })
    }
  }
  for (const scope of [GLOBAL, IN_GUILD]) {
    const [create, ...others] = aboutCommands(scope)
    if (create !== undefined) await ask([create], {})
    await ask(others, { command: answers.at(-1)?.exchange.json.id })
  }
  await ask([...ABOUT_THE_APPLICATION, ...REFUSALS], {})
  await useTwice(server, (interaction, asks) =>
    ask(asks, { interaction: interaction.id, token: interaction.token, application: APP })
  )
  return answers
}

interface Used {
  readonly id: string
  readonly token: string
}

/** Uses a command twice; the app answers by the callback endpoint, first deferring, then at once. */
const useTwice = async (server: LiveServer, ask: (used: Used, asks: ReadonlyArray<Ask>) => Promise<void>) => {
  const control = controlOf(server.ready.control_url)
  const app = await startEndpoint(server.ready.applications[0]?.public_key ?? "")
  const wire = wireOf(`${server.ready.rest_url}/v10`, { authorization: BOT })
  await wire("PATCH", "/applications/@me", { body: { interactions_endpoint_url: app.url } })
  for (const asks of [AN_INTERACTION, WITH_RESPONSE]) {
    let asked: Promise<void> | undefined
    app.handle = (interaction: Used) => {
      asked = ask(interaction, asks)
      return asked.then(() => ({ status: 202 }))
    }
    await control.use(ALICE, GENERAL, { text: "/more" })
    await asked
  }
  await app.stop()
}
