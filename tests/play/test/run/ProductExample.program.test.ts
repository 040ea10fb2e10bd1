import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { load } from "@backlot/scenario/file/ScenarioFile"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { temporaryFolder } from "./EmbeddedStages.ts"
import { harbour } from "./Harbour.ts"
import { onServers, played } from "./Played.ts"

/** The example of product.md "Scenario files", to the letter. */
const EXAMPLE = `name: adopt a pet
world: worlds/harbour.yaml                         # paths are relative to this file
app: { command: "node apps/pet-shop.mjs" }         # optional: started for the run, stopped afterwards
steps:
  - as: alice
    in: general
    type: "/adopt animal:d"                        # autocomplete while typing
    expect: { choices: [{ name: Dog }] }
  - as: alice
    use: "/adopt animal:Dog name:Rex"
    expect: { state: responded, message: { content: "/Rex/", ephemeral: false }, within: 3s }   # within: real time
  - as: bob
    use: "/adopt animal:Dog"
    expect: { refused: permission }
  - advance: 15m
  - app: { patch: "/webhooks/{application}/{token}/messages/@original", body: { content: late } }
    expect: { status: 401, code: 50027 }
  - as: alice
    press: confirm
    expect: { state: responded }
`

/** Bob lacks the permission that the command requires; Alice owns the guild. */
const PET_SHOP = `
const { BACKLOT_APP_REST_URL: rest, BACKLOT_APP_GATEWAY_URL: gateway, BACKLOT_APP_TOKEN: token, BACKLOT_APP_ID: id } = process.env
const send = (method, path, body) => fetch(rest + "/v10" + path, {
  method, headers: { authorization: "Bot " + token, "content-type": "application/json" }, body: JSON.stringify(body)
})
await send("PUT", "/applications/" + id + "/commands", [{
  name: "adopt", description: "Adopts a pet", default_member_permissions: "32", options: [
    { type: 3, name: "animal", description: "Which", required: true, autocomplete: true },
    { type: 3, name: "name", description: "Its name" }
  ]
}])
const confirm = [{ type: 1, components: [{ type: 2, style: 1, label: "Confirm", custom_id: "confirm" }] }]
const answers = {
  2: ({ options }) => ({ type: 4, data: { content: "You adopt " + options[1].value, components: confirm } }),
  3: () => ({ type: 7, data: { content: "Confirmed", components: [] } }),
  4: () => ({ type: 8, data: { choices: [{ name: "Dog", value: "Dog" }] } })
}
const socket = new WebSocket(gateway + "?v=10&encoding=json")
socket.onmessage = ({ data }) => {
  const { op, t, d } = JSON.parse(data)
  if (op === 10) socket.send(JSON.stringify({ op: 2, d: { token, intents: 0, properties: {} } }))
  if (t === "INTERACTION_CREATE") return send("POST", "/interactions/" + d.id + "/" + d.token + "/callback", answers[d.type](d.data))
}
`

it.live("the scenario file of the product contract passes as it stands there", () =>
  onServers(
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      for (const name of ["worlds", "apps"]) mkdirSync(join(folder, name))
      writeFileSync(join(folder, "worlds/harbour.yaml"), JSON.stringify(harbour))
      writeFileSync(join(folder, "apps/pet-shop.mjs"), PET_SHOP)
      writeFileSync(join(folder, "adopt.scenario.yaml"), EXAMPLE)
      const { scenarios } = yield* load(join(folder, "adopt.scenario.yaml"))
      const { verdict, attempt, told } = yield* played(scenarios)
      expect(verdict, told).toBe("passed")
      expect(attempt?.steps.map(({ skipped }) => skipped)).toEqual([false, false, false, false, false, false])
    })
  )
)
