/**
 * An ordinary discord.js bot runs all day: interactions of every kind, several at a time, while its connection is lost
 * every two hours, each time in another way. 1,000 of them; `BACKLOT_SOAK=1000000` uses so many.
 */
import { once } from "node:events"
import { Client, Events, GatewayIntentBits } from "discord.js"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { controlOf, type Used } from "./ControlClient.ts"
import { answerKind } from "./kinds/DiscordJsApp.ts"
import { COMMANDS } from "./kinds/Kinds.ts"
import { kindsWorld } from "./kinds/KindsWorld.ts"
import { type LiveServer, startServer } from "./LiveServer.ts"
import { ALICE, APP, BOB, BOT_DM, GENERAL } from "./World.ts"

const COUNT = Number(process.env["BACKLOT_SOAK"] || ((process.env["BACKLOT_DEEP"] ?? "") === "" ? 300 : 100_000))
const WATCHES = 12
const AT_A_TIME = 8
const WATCH_MS = 2 * 3_600_000
/** Bytes of the server's heap between the morning and the evening; the log of events fills up meanwhile. */
const HEAP_GROWTH = 64 * 1024 * 1024

const GATEWAY = { surface: "gateway", application: APP }

/** What happens at the beginning of a watch, in turn; interactions are used while the bot is away. */
const TROUBLES: ReadonlyArray<object> = [
  { disconnect: true },
  { disconnect: { code: 4000 } },
  { reconnect: true },
  { invalid_session: { resumable: true } },
  { disconnect: { code: 1001 } }
]
/** The watch in which the session is lost. The library logs in no sooner than five seconds after the last time. */
const NEW_SESSION = 6

interface Packet {
  readonly t: string
  readonly s: number
  readonly d: { readonly id: string }
}

describe("a bot that runs all day", () => {
  let server: LiveServer
  let control: ReturnType<typeof controlOf>
  let client: Client<true>
  const idOf = new Map<string, string>()
  /** Interactions that were used, and what the bot was told of them; each is taken out once both are so. */
  const used = new Map<string, number>()
  const count = { made: 0, told: 0, ready: 0, resumed: 0, gaps: 0, seq: 0, busy: 0 }

  beforeAll(async () => {
    server = await startServer({ storage: "file", world: kindsWorld })
    control = controlOf(server.ready.control_url)
    const bot = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: server.ready.rest_url } })
    bot.on(Events.InteractionCreate, async (interaction) => {
      count.busy += 1
      await answerKind(interaction)
      count.busy -= 1
    })
    bot.on("raw" as never, ({ t, s, d }: Packet) => {
      if (s !== (t === "READY" ? 1 : count.seq + 1)) count.gaps += 1
      count.seq = s
      if (t === "READY") count.ready += 1
      if (t === "RESUMED") count.resumed += 1
      if (t === "INTERACTION_CREATE") count.told += met(d.id)
    })
    const ready = once(bot, Events.ClientReady)
    await bot.login(server.ready.applications[0]?.bot_token)
    await ready
    // The event says so.
    client = bot as Client<true>
    // The library's types list every form of a command's body.
    for (const { id, name } of (await client.application.commands.set(COMMANDS as never)).values()) idOf.set(name, id)
  })
  afterAll(async () => {
    await client.destroy()
    expect(await server.stop()).toBe(0)
  })

  const met = (id: string): number => {
    const times = (used.get(id) ?? 0) + 1
    if (times === 2) used.delete(id)
    else used.set(id, times)
    return 1
  }

  /** It was answered. */
  const answered = async (act: Promise<Used>): Promise<Used> => {
    const outcome = await act
    expect(outcome, JSON.stringify(outcome)).toMatchObject({ state: "responded" })
    count.made += 1
    met(outcome.interaction_id)
    return outcome
  }

  const RESPONDED = "?until=responded"
  const use = (name: string, more: object = {}, channel = GENERAL) =>
    answered(control.use(ALICE, channel, { command_id: idOf.get(name), ...more }, RESPONDED))
  const press = (message: string, body: object) => answered(control.press(BOB, message, body, RESPONDED))
  const menu = async (value: string): Promise<string> =>
    (await use("menu", { options: [{ name: "kind", value }] })).message.id

  const typed = { name: "option", options: [{ name: "text", value: "sal", focused: true }] }

  /** Every kind, each with what its user sees of the answer. */
  const KINDS: ReadonlyArray<() => Promise<void>> = [
    async () => expect((await use("show", { options: [{ name: "nothing" }] })).message.content).toContain("nothing"),
    async () => expect((await use("slow")).message.content).toBe("done"),
    async () => expect((await use("place", {}, BOT_DM)).message.content).toContain("alice"),
    async () => {
      const asked = { options: [{ name: "every", options: [typed] }], autocomplete: true }
      const { choices, ...outcome } = await control.use(ALICE, GENERAL, { command_id: idOf.get("show"), ...asked })
      expect(choices).toMatchObject([{ value: "suggested" }])
      await answered(Promise.resolve(outcome))
    },
    async () => expect((await use("Who is", { target_id: BOB })).message.content).toContain("bob"),
    async () => {
      // Of the day's messages only the latest are kept.
      const { message } = await use("show", { options: [{ name: "nothing" }] })
      expect((await use("Quote", { target_id: message.id })).message.content).toContain(message.id)
    },
    async () =>
      expect(await press(await menu("buttons"), { custom_id: "update" })).toMatchObject({ response: { type: 7 } }),
    async () => expect((await press(await menu("buttons"), { custom_id: "later" })).message.content).toBe("later"),
    async () => {
      const picked = await press(await menu("selects"), { custom_id: "colours", values: ["red"] })
      expect(picked.message.content).toContain("red")
    },
    async () => {
      const { interaction_id } = await use("survey")
      const fields = { name: "Rex", note: "barks", colour: ["red"], friend: [BOB] }
      expect((await answered(control.submit(ALICE, interaction_id, { fields }))).message.content).toContain("barks")
    }
  ]

  let next = 0
  /** Several at a time, until so many have been made since the beginning. */
  const work = (until: number) =>
    Promise.all(
      Array.from({ length: AT_A_TIME }, async () => {
        while (count.made < until) await KINDS[next++ % KINDS.length]?.()
      })
    )

  const gauge = async (name: string): Promise<number> => {
    const text = await (await fetch(`${server.ready.control_url}/metrics`)).text()
    return Number(new RegExp(`^${name}(?:\\{.*\\})? (.*)$`, "m").exec(text)?.[1])
  }

  it(`answers ${COUNT} interactions, each once and in time, and its server holds one session of it`, {
    timeout: 120_000 + COUNT * 60
  }, async () => {
    const heap: Array<number> = []
    for (let watch = 1; watch <= WATCHES; watch++) {
      const before = count.resumed
      const trouble = TROUBLES[watch % TROUBLES.length]
      const planned = { match: GATEWAY, times: 1 }
      if (watch === NEW_SESSION) {
        const ready = once(client, Events.ShardReady)
        await control.fault({ ...planned, invalid_session: true })
        await ready
      } else await control.fault({ ...planned, ...trouble })
      await work(Math.ceil((COUNT * watch) / WATCHES))
      if (watch !== NEW_SESSION) await expect.poll(() => count.resumed).toBe(before + 1)
      // What it says of its own accord comes after an answer.
      await expect.poll(() => count.busy).toBe(0)
      // Its session lives on real time.
      await control.advance(WATCH_MS)
      await expect.poll(() => gauge("backlot_gateway_connections")).toBe(1)
      expect(await gauge("backlot_gateway_sessions")).toBe(1)
      heap.push(await gauge("nodejs_heap_size_used_bytes"))
    }
    await expect.poll(() => used.size).toBe(0)
    expect(count).toMatchObject({ told: count.made, ready: 2, resumed: WATCHES - 1, gaps: 0 })
    const [morning, evening] = [Math.min(...heap.slice(0, 4)), Math.min(...heap.slice(-4))]
    console.log(`${count.made} interactions; the server's heap: ${mebibytes(morning)}, then ${mebibytes(evening)}`)
    expect(evening - morning).toBeLessThan(HEAP_GROWTH)
  })
})

const mebibytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MiB`
