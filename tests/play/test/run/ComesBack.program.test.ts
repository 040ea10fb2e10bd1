import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { load } from "@backlot/scenario/file/ScenarioFile"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { temporaryFolder } from "./EmbeddedStages.ts"
import { harbour } from "./Harbour.ts"
import { ALIKE, onServers, played } from "./Played.ts"

/** Resumes after a connection that broke. */
const BOT = `
const { BACKLOT_APP_GATEWAY_URL: gateway, BACKLOT_APP_TOKEN: token } = process.env
let session, seq = null
const connect = () => {
  const socket = new WebSocket(gateway + "?v=10&encoding=json")
  const send = (op, d) => socket.send(JSON.stringify({ op, d }))
  socket.onclose = connect
  socket.onmessage = ({ data }) => {
    const { op, d, s, t } = JSON.parse(data)
    seq = s ?? seq
    if (t === "READY") session = d.session_id
    if (op !== 10) return
    if (session === undefined) send(2, { token, intents: 0, properties: {} })
    else send(6, { token, session_id: session, seq })
  }
}
connect()
`

const page = readFileSync(new URL("../../../../docs/events.md", import.meta.url), "utf8")
const [, scenario = ""] = /```yaml\n(name: the bot comes back\n[\s\S]*?)```/.exec(page) ?? []

it.live("a scenario sees that a bot was cut off, and that it came back, as docs/events.md shows it", () =>
  onServers(
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const file = join(folder, "back.scenario.yaml")
      writeFileSync(join(folder, "bot.mjs"), BOT)
      writeFileSync(file, scenario)
      const { scenarios } = yield* load(file)
      const inHarbour = scenarios.map((one) => ({ ...one, world: harbour }))
      const { result } = yield* played(inHarbour, ALIKE)
      const told = result.scenarios.map(({ name, status, attempts }) => {
        const [attempt] = attempts
        return [name, status, attempt?.failure, attempt?.steps.map(({ failure }) => failure?.message)]
      })
      expect(told).toEqual([["the bot comes back", "passed", undefined, [undefined, undefined]]])
    })
  )
)
