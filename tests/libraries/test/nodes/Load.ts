/** People, an app and its bot that use all servers at once, and note everything that they were told. */

import type { ChatInputCommandInteraction } from "discord.js"
import { lasting } from "../../src/RealTime.ts"
import { type Bot, registerPing, startBot } from "../bot/Bot.ts"
import { BEACH } from "../bot/BotWorld.ts"
import { ALICE, APP, BOB, BOT, GENERAL } from "../World.ts"
import type { Cluster } from "./Cluster.ts"
import { type Attempt, type Heard, type History, pongOf, type Span } from "./History.ts"
import { insistOnLogin, readEvents, type startReceiver } from "./Witnesses.ts"

/** Real milliseconds between two acts of one server's people, so that there are about ten messages a second on three servers. */
const EVERY_MS = { message: 300, use: 600, lobbyMessage: 2_000, upsert: 1_200, idleLobby: 1_500 } as const
const IDLE_SECONDS = 5
const RETRY_MS = 100
/** Messages in one answer. */
const PAGE = 1_000

export type Load = Awaited<ReturnType<typeof startLoad>>

interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers are read field by field
  readonly body: any
}

const now = () => performance.now()

/** The status is 0 if the connection broke. */
const ask = async (
  url: string,
  method: string,
  json?: unknown,
  headers: Record<string, string> = {}
): Promise<Answer> => {
  try {
    const content = json === undefined ? {} : { body: JSON.stringify(json) }
    const all = { "content-type": "application/json", ...headers }
    const response = await fetch(url, { method, headers: all, ...content })
    const text = await response.text()
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) }
  } catch {
    return { status: 0, body: undefined }
  }
}

const asBot = { authorization: BOT }

export const startLoad = async (cluster: Cluster, receiver: Awaited<ReturnType<typeof startReceiver>>) => {
  const { proxy, nodes } = cluster
  const faults: Array<History["faults"][number]> = []
  const [messages, uses, upserts, idleLobbies, lobbyMessages, answers, identified] = [
    [] as Array<History["messages"][number]>,
    [] as Array<History["uses"][number]>,
    [] as Array<History["upserts"][number]>,
    [] as Array<History["idleLobbies"][number]>,
    [] as Array<History["lobbyMessages"][number]>,
    [] as Array<Attempt>,
    [] as Array<Span>
  ]

  const onCommand = async (interaction: ChatInputCommandInteraction) => {
    const { id } = interaction
    const beganMs = now()
    const status = await interaction.reply(pongOf(id)).then(
      () => 200,
      (error: { readonly status?: number }) => error.status ?? 0
    )
    answers.push({ name: id, beganMs, endedMs: now(), status })
  }
  const bot = await startBot(`${proxy.url}/api`, { shards: [0, 1], shardCount: 2, onCommand })
  await registerPing(bot)
  const heardFrom = bot.told.length
  const events = await readEvents(`${proxy.url}/control/v1/events`)
  const { body: lobby } = await ask(`${proxy.url}/api/v10/lobbies`, "POST", { members: [{ id: ALICE }] }, asBot)

  const urlOf = (place: number) => nodes[place]?.program.ready.url ?? proxy.url

  /** Tries until it is acknowledged or refused. The first try goes to the server of that place, each other one to any. */
  const persist = async <A extends Attempt>(
    noted: Array<A>,
    place: number,
    what: string,
    act: (base: string, name: string) => Promise<Omit<A, "name" | "beganMs" | "endedMs">>
  ) => {
    for (let tries = 0; tries < 300; tries++) {
      const name = tries === 0 ? what : `${what} (${tries})`
      const beganMs = now()
      const outcome = await act(tries === 0 ? urlOf(place) : proxy.url, name)
      // Its other fields are those of `act`.
      const attempt = { name, beganMs, endedMs: now(), ...outcome } as A
      noted.push(attempt)
      if (attempt.status !== 0 && attempt.status !== 503) return attempt
      await lasting(RETRY_MS)
    }
    throw new Error(`${what} was tried for too long`)
  }

  const say = (place: number, n: number) =>
    persist(messages, place, `message ${place}/${n}`, async (base, content) => {
      const channel = n % 2 === 0 ? GENERAL : BEACH
      const { status } = await ask(`${base}/control/v1/users/${BOB}/channels/${channel}/messages`, "POST", { content })
      return { status }
    })
  const use = (place: number, n: number) =>
    persist(uses, place, `use ${place}/${n}`, async (base) => {
      const channel = n % 2 === 0 ? GENERAL : BEACH
      const path = `/control/v1/users/${ALICE}/channels/${channel}/interactions`
      const { status, body } = await ask(`${base}${path}`, "POST", { text: "/ping" })
      return { status, interaction_id: body?.interaction_id, state: body?.state }
    })
  const sayInLobby = (place: number, n: number) =>
    persist(lobbyMessages, place, `lobby message ${place}/${n}`, async (base, content) => {
      const { status } = await ask(`${base}/api/v10/lobbies/${lobby.id}/messages`, "POST", { content }, asBot)
      return { status }
    })
  const upsert = (place: number, n: number) =>
    persist(upserts, place, `work ${place}/${n}`, async (base, description) => {
      const command = `work-${place}`
      const draft = { name: command, description }
      const { status } = await ask(`${base}/api/v10/applications/${APP}/commands`, "POST", draft, asBot)
      return { status, command }
    })
  const leaveIdle = (place: number, n: number) =>
    persist(idleLobbies, place, `lobby ${place}/${n}`, async (base) => {
      const draft = { idle_timeout_seconds: IDLE_SECONDS, members: [{ id: ALICE }] }
      const { status, body } = await ask(`${base}/api/v10/lobbies`, "POST", draft, asBot)
      return { status, lobby_id: body?.id }
    })

  let isPaused = false
  let isStopped = false
  const loops: Array<Promise<void>> = []
  const busy = new Set<Promise<unknown>>()
  const loop = async (place: number, everyMs: number, act: (place: number, n: number) => Promise<unknown>) => {
    await lasting(place * everyMs * 0.3)
    for (let n = 0; !isStopped; ) {
      if (!isPaused) {
        const acting = act(place, n++)
        busy.add(acting)
        await acting
        busy.delete(acting)
      }
      await lasting(everyMs)
    }
  }
  const begin = () => {
    for (const place of nodes.keys()) {
      loops.push(loop(place, EVERY_MS.message, say))
      loops.push(loop(place, EVERY_MS.use, use))
      loops.push(loop(place, EVERY_MS.lobbyMessage, sayInLobby))
      loops.push(loop(place, EVERY_MS.upsert, upsert))
      loops.push(loop(place, EVERY_MS.idleLobby, leaveIdle))
    }
  }
  const gatewayOf = (place: number) => `${urlOf(place).replace("http:", "ws:")}/?v=10&encoding=json`
  const logins = [...nodes.keys()].map((place) => insistOnLogin(() => gatewayOf(place), "other-bot-token", identified))
  begin()

  const contents = async (channel: string, before?: string): Promise<ReadonlyArray<string>> => {
    const query = `limit=${PAGE}${before === undefined ? "" : `&before=${before}`}`
    const { body } = await ask(`${proxy.url}/control/v1/users/${BOB}/channels/${channel}/messages?${query}`, "GET")
    const page: ReadonlyArray<{ readonly id: string; readonly content: string }> = body.messages
    const own = page.map(({ content }) => content)
    return page.length < PAGE ? own : [...(await contents(channel, page[0]?.id)), ...own]
  }
  const after = async (): Promise<History["after"]> => {
    const { body: commands } = await ask(`${proxy.url}/api/v10/applications/${APP}/commands`, "GET", undefined, asBot)
    const { body: world } = await ask(`${proxy.url}/control/v1/world?parts=lobbies`, "GET")
    return {
      messages: [...(await contents(GENERAL)), ...(await contents(BEACH))],
      commands: new Map(
        commands.map(({ name, description }: Record<"name" | "description", string>) => [name, description])
      ),
      lobbies: (world.lobbies ?? []).map(({ id }: { readonly id: string }) => id)
    }
  }

  /** Beyond the numbers of the loops. */
  let n = 1_000_000

  /** Whether the app got a webhook event of a lobby message that was said since then. */
  const isReceived = (sinceMs: number) => {
    const said = new Set(lobbyMessages.flatMap(({ name, beganMs }) => (beganMs > sinceMs ? [name] : [])))
    return receiver.received.some(({ name }) => said.has(name))
  }

  return {
    bot,
    faults,
    isReceived,
    /** Everything so far. */
    history: async (): Promise<History> => ({
      faults,
      messages,
      uses,
      upserts,
      idleLobbies,
      lobbyMessages,
      answers,
      identified,
      received: receiver.received,
      events: events.events,
      hidden: await cluster.hiddenPositions(),
      heard: heardBy(bot).slice(heardFrom),
      after: await after()
    }),
    /** What is not as before: a use on each server is answered, and a lobby message that was said since reached the app. */
    unserved: async (sinceMs: number): Promise<ReadonlyArray<string>> => {
      const ends = await Promise.all([...nodes.keys()].map((place) => use(place, n++)))
      return [
        ...(isReceived(sinceMs) ? [] : ["no webhook event comes"]),
        ...ends.flatMap(({ name, status, state }) => (state === "responded" ? [] : [`${name}: ${status} ${state}`]))
      ]
    },
    /** No new acts; resolves when those under way have ended. */
    pause: async () => {
      isPaused = true
      await Promise.all(busy)
    },
    goOn: () => {
      isPaused = false
    },
    stop: async () => {
      isStopped = true
      await Promise.all([...loops, ...logins.map((end) => end())])
      await events.stop()
      await bot.stop()
    }
  }
}

const heardBy = ({ told }: Bot): ReadonlyArray<Heard> =>
  told.map(({ shard, s, t, d }) => ({ shard, s, t, what: t === "MESSAGE_CREATE" ? d.content : d?.id }))
