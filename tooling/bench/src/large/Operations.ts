/** The measured operations, each in another guild and at another node than the one before. */

import { notResponded } from "../benchmark/Use.ts"
import { type Answer, Connection, encode } from "../Connection.ts"
import { type Round, refusal } from "../Load.ts"
import { aboutCommands, botOf, commandBody } from "../World.ts"
import type { Crowd } from "./Crowd.ts"
import { applicationIn, channelOf, commandOf, guildOf, type Shape, userOf } from "./Shape.ts"

export interface Side {
  readonly shape: Shape
  readonly crowd: Crowd
  /** The nodes. */
  readonly urls: ReadonlyArray<string>
}

type Send = (request: Buffer) => Promise<Answer>
type Operation = (side: Side, guild: number, turn: number, send: Send) => Promise<string | undefined>

/** Options of each command. */
export const OPTIONS = 2
/** Has no common divisor with usual numbers of guilds, so that each is visited before one repeats. */
const STRIDE = 3_967

/** Each gives what is wrong with the answer. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  // With a new language each time, so that no text that was made for another one answers.
  list: async ({ shape }, guild, turn, send) =>
    refusal(
      await send(
        aboutCommands("GET", undefined, {
          ...scopeOf(shape, guild),
          headers: { "accept-language": `en-US, x-${turn}` }
        })
      )
    ),
  upsert: async ({ shape }, guild, turn, send) => {
    const body = commandBody(`command-${turn % shape.commands}`, OPTIONS, `turn ${turn}`)
    return refusal(await send(aboutCommands("POST", body, scopeOf(shape, guild))))
  },
  use: async ({ shape }, guild, _, send) => {
    const path = `/control/v1/users/${userOf(guild)}/channels/${channelOf(guild)}/interactions?until=responded`
    const options = [
      { name: "option-0", value: "rex" },
      { name: "option-1", value: 7 }
    ]
    return notResponded(
      await send(
        encode({ method: "POST", path, body: JSON.stringify({ command_id: commandOf(shape, guild, 0), options }) })
      )
    )
  },
  dispatch: async ({ shape, crowd }, guild, turn, send) => {
    const content = `turn ${turn}`
    const heard = crowd.heard(guild, content)
    const wrong = refusal(
      await send(
        encode({
          method: "POST",
          path: `/api/v10/channels/${channelOf(guild)}/messages`,
          headers: botOf(applicationIn(shape, guild)),
          body: JSON.stringify({ content })
        })
      )
    )
    if (wrong === undefined) await heard
    return wrong
  }
}

const scopeOf = (shape: Shape, guild: number) => ({
  application: applicationIn(shape, guild),
  guild: guildOf(guild)
})

let turn = 0

/** One operation after the other for so long. The latency of each is that until its end. */
export const play = async (side: Side, operation: Operation, seconds: number): Promise<Round> => {
  const connections = await Promise.all(side.urls.map((url) => Connection.open(url)))
  const latencies: Array<number> = []
  const began = performance.now()
  for (let now = began; now < began + seconds * 1000; ) {
    turn += 1
    const connection = connections[turn % connections.length]
    if (connection === undefined) throw new Error("no node")
    const wrong = await operation(side, (turn * STRIDE) % side.shape.guilds, turn, (request) =>
      connection.send(request)
    )
    if (wrong !== undefined) throw new Error(`an operation ${wrong}`)
    const ended = performance.now()
    latencies.push(ended - now)
    now = ended
  }
  for (const connection of connections) connection.close()
  return {
    requests: latencies.length,
    seconds: (performance.now() - began) / 1000,
    cpuMicros: undefined,
    cores: undefined,
    latencies
  }
}
