/** One gateway session for each shard of each application, spread over the nodes. Their bots answer every interaction. */
import type { Backlot } from "../Backlot.ts"
import { Connection, encode } from "../Connection.ts"
import { GatewaySocket, GUILD_MESSAGES } from "../GatewaySocket.ts"
import { refusal } from "../Load.ts"
import { APP, idAfter, tokenOf } from "../World.ts"
import { applicationIn, guildOf, type Shape, sessionKey, shardIn } from "./Shape.ts"

/** Concurrent log-ins. */
const AT_ONCE = 30
/** Between two shards of an application: its 16 buckets of log-ins are then free again after five seconds. */
const SHARD_MS = 320
const BEAT_SECONDS = 40
/** The body of discord.js for `reply("pong")`. */
const REPLY = JSON.stringify({ type: 4, data: { content: "pong", tts: false, flags: 0 } })

export interface Crowd {
  readonly sessions: number
  /** Seconds that each tenth of the log-ins took, the first one first. */
  readonly tenths: ReadonlyArray<number>
  /** Ends when the session of this guild has got a message with this content. */
  readonly heard: (guild: number, content: string) => Promise<void>
  readonly stop: () => Promise<void>
}

export const startCrowd = async (
  nodes: ReadonlyArray<Backlot>,
  shape: Shape,
  tell: (line: string) => void
): Promise<Crowd> => {
  const { applications, shards } = shape
  const sessions = applications * shards
  const sockets = new Map<string, GatewaySocket>()
  let awaited: { readonly content: string; readonly resolve: () => void } | undefined
  const listen = (text: string, url: string) => {
    if (text.startsWith('{"t":"INTERACTION_CREATE"')) void reply(url, JSON.parse(text).d)
    else if (awaited !== undefined && text.includes(`"content":"${awaited.content}"`)) awaited.resolve()
  }

  const began = performance.now()
  const tenths: Array<number> = []
  let loggedIn = 0
  /** Neighbours are of different applications. */
  const logIn = async (i: number) => {
    const [application, shard] = [idAfter(APP, i % applications), Math.floor(i / applications)]
    const node = nodes[i % nodes.length]
    if (node === undefined) throw new Error("no node")
    await sleepUntil(began + shard * SHARD_MS)
    const socket = new GatewaySocket(node.url)
    sockets.set(sessionKey(application, shard), socket)
    // Without GUILDS, READY is all that it is told: a log-in with it reads each of its guilds.
    await socket.logIn(tokenOf(application), 0, [shard, shards], GUILD_MESSAGES)
    socket.onDispatch = (text) => listen(text, node.url)
    loggedIn += 1
    if (loggedIn % Math.ceil(sessions / 10) !== 0) return
    tenths.push((performance.now() - began) / 1000 - tenths.reduce((sum, one) => sum + one, 0))
    tell(`logged in: ${loggedIn} of ${sessions} sessions`)
  }
  let next = 0
  const work = async () => {
    while (next < sessions) await logIn(next++)
  }
  const beating = beat(sockets)
  await Promise.all(Array.from({ length: AT_ONCE }, work))

  return {
    sessions,
    tenths,
    heard: (guild, content) => {
      const key = sessionKey(applicationIn(shape, guild), shardIn(shards, guildOf(guild)))
      if (!sockets.has(key)) throw new Error(`no session has guild ${guild}`)
      return new Promise((resolve) => {
        awaited = { content, resolve }
      })
    },
    stop: async () => {
      clearInterval(beating)
      for (const socket of sockets.values()) socket.close()
    }
  }
}

interface Interaction {
  readonly id: string
  readonly token: string
}

/** Each on a connection of its own, because the server closes one that is idle for seconds. */
const reply = async (url: string, { id, token }: Interaction) => {
  const connection = await Connection.open(url)
  const path = `/api/v10/interactions/${id}/${token}/callback`
  const wrong = refusal(await connection.send(encode({ method: "POST", path, body: REPLY })))
  connection.close()
  if (wrong !== undefined) throw new Error(`a reply was ${wrong}`)
}

const beat = (sockets: ReadonlyMap<string, GatewaySocket>) => {
  let tick = 0
  return setInterval(() => {
    tick += 1
    let i = 0
    for (const socket of sockets.values()) if (i++ % BEAT_SECONDS === tick % BEAT_SECONDS) socket.heartbeat()
  }, 1_000)
}

const sleepUntil = (at: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, at - performance.now())))
