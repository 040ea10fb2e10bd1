/** A bot that gets messages without their text: a wait in vain says why. */
import { Backlot } from "@backlot/testkit"
import { expect, it } from "vitest"

/** Logs a bot of the demo world in, with these intents. */
const logIn = async (backlot: Backlot, application: string, intents: number) => {
  const { token } = backlot.app(application)
  const socket = new WebSocket(`${backlot.gatewayUrl}?v=10&encoding=json`)
  await new Promise<void>((resolve) => {
    socket.onmessage = ({ data }) => {
      const { op, t } = JSON.parse(data)
      if (op === 10) socket.send(JSON.stringify({ op: 2, d: { token, intents, properties: {} } }))
      if (t === "READY") resolve()
    }
  })
  return { [Symbol.dispose]: () => socket.close() }
}

const GUILDS_AND_MESSAGES = (1 << 0) | (1 << 9)
const MESSAGE_CONTENT = 1 << 15

const inVain = async (backlot: Backlot, said: string): Promise<string> => {
  const [alice, bob] = backlot.in("general", "alice", "bob")
  await bob.say(said)
  return alice.sees("pong", { within: "1s" }).then(
    () => expect.unreachable("nobody said it"),
    (error) => String(error)
  )
}

it.each([
  [
    "Pet Shop",
    /Pet Shop got "!ping" with an empty content: its gateway session lacks the intent MESSAGE_CONTENT \(1 << 15\), which needs the application flag GATEWAY_MESSAGE_CONTENT or/
  ],
  [
    "My App",
    /My App got "!ping" with an empty content: its gateway session lacks the intent MESSAGE_CONTENT \(1 << 15\)$/m
  ]
] as const)("%s without the intent", async (application, sentence) => {
  await using backlot = await Backlot.start({ application })
  // The applications of the demo world may ask for every intent.
  await backlot.world.patch("/applications/Pet Shop", { flags: [] })
  using _ = await logIn(backlot, application, GUILDS_AND_MESSAGES)
  expect(await inVain(backlot, "!ping")).toMatch(sentence)
})

it("is no trouble where the bot reads the text, or is mentioned", async () => {
  await using backlot = await Backlot.start({ application: "My App" })
  using _ = await logIn(backlot, "My App", GUILDS_AND_MESSAGES | MESSAGE_CONTENT)
  expect(await inVain(backlot, "!ping")).not.toContain("empty content")
  await using other = await Backlot.start()
  using __ = await logIn(other, "Pet Shop", GUILDS_AND_MESSAGES)
  const { id } = Object(
    await (
      await fetch(`${other.restUrl}/v10/users/@me`, { headers: { authorization: `Bot ${other.app().token}` } })
    ).json()
  )
  expect(await inVain(other, `<@${id}> ping`)).not.toContain("empty content")
})
