/** The same forty steps with bots on libraries of several languages, each unmodified and told its addresses alone. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { botWorld } from "../bot/BotWorld.ts"
import { controlOf } from "../ControlClient.ts"
import { startServer } from "../LiveServer.ts"
import { discordgo } from "./Discordgo.ts"
import { discordJs } from "./DiscordJs.ts"
import { discordPy } from "./DiscordPy.ts"
import type { StepLibrary } from "./StepBot.ts"
import { STEPS, type Steppers } from "./Steps.ts"

const LIBRARIES: ReadonlyArray<StepLibrary> = [discordJs, discordPy, discordgo]

it("there are forty", () => expect(STEPS).toHaveLength(40))

for (const library of LIBRARIES) {
  const { name, missing } = library
  if (missing !== undefined) {
    it(`LEFT OUT: a bot on ${name} takes no step (${missing})`, () => {
      process.stderr.write(`\nTHE STEPS OF ${name} WERE LEFT OUT: ${missing}\n\n`)
    })
    continue
  }
  describe(`a bot on ${name}`, () => {
    let steppers: Steppers
    beforeAll(async () => {
      const server = await startServer({ storage: "memory", world: botWorld, args: ["--limits", "off"] })
      const control = controlOf(server.ready.control_url)
      steppers = { server, control, library, bot: await library.start(server, 1), commands: new Map() }
    })
    afterAll(async () => {
      await steppers.bot.stop()
      expect(await steppers.server.stop()).toBe(0)
    })
    it.each(STEPS)("%s", async (_, take) => take(steppers))
    it("its library complains of nothing", () => expect(steppers.bot.troubles()).toEqual([]))
  })
}
