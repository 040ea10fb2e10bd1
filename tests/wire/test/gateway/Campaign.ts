/**
 * Sends many hostile messages over concurrent connections. `BACKLOT_DEEP=1` sends 200,000 and
 * `BACKLOT_HOSTILE_FRAMES=1000000` that many; `BACKLOT_HOSTILE_SEED` repeats the choices of an earlier run.
 */

import { CLOSE } from "@backlot/protocol/gateway/Gateway"
import * as GatewayClient from "@backlot/testkit/GatewayClient"
import { assert } from "vitest"
import { BOT } from "./Bots.ts"
import { type Chance, chance } from "./Chance.ts"
import { type HostileMessage, hostileMessage } from "./HostileFrame.ts"

const number = (name: string): number | undefined => {
  const text = process.env[name] ?? ""
  return text === "" ? undefined : Number(text)
}

export const FRAMES = number("BACKLOT_HOSTILE_FRAMES") ?? (number("BACKLOT_DEEP") === undefined ? 2_000 : 200_000)
export const SEED = number("BACKLOT_HOSTILE_SEED") ?? 20_260_101
/** Time limit of a run in milliseconds. */
export const CAP = 60_000 + FRAMES * 3

/** Concurrent connections. */
const WIDTH = 12
const MOST_ON_ONE_CONNECTION = 12
/** Messages between two calls of `between`. */
const STRIDE = 100

/** The documented codes: the gateway's (wire-interactions.md §3.8) and those of RFC 6455 §7.4.1 for its frames. */
const DOCUMENTED = [...Object.values(CLOSE).map(({ code }) => code), 1002, 1007, 1009]

export interface Report {
  sent: number
  connections: number
  /** Close codes of the connections that the gateway closed. */
  readonly codes: Record<number, number>
  /** Number of connections that were served to the end. */
  survived: number
}

/** Sends `FRAMES` messages; `between` runs at intervals, and the campaign waits for it. */
export const run = async (url: string, between: () => Promise<unknown>): Promise<Report> => {
  const report: Report = { sent: 0, connections: 0, codes: {}, survived: 0 }
  let due = STRIDE
  let pause: Promise<unknown> = Promise.resolve()
  const work = async (seed: number) => {
    const own = chance(seed)
    while (report.sent < FRAMES) {
      await assault(url, own, report)
      if (report.sent < due) continue
      due = report.sent + STRIDE
      pause = pause.then(between)
      await pause
    }
  }
  await Promise.all(Array.from({ length: WIDTH }, (_, i) => work(SEED + i)))
  await pause
  return report
}

const OPENINGS: ReadonlyArray<GatewayClient.GatewayClientOptions> = [
  {},
  {},
  { v: 9 },
  { compress: "zlib-stream" },
  { compress: "zstd-stream" }
]

/**
 * One connection: sends messages all at once, then a question. The gateway must answer it, unless it closed the
 * connection with a code.
 */
const assault = async (url: string, own: Chance, report: Report) => {
  const client = await GatewayClient.open(url, { ...own.pick(OPENINGS), keep: false })
  report.connections += 1
  if (own.odds(0.2)) {
    const ready = client.event("READY")
    client.identify({ token: BOT.token, intents: 1, compress: own.odds(0.3) })
    // The others do not wait for it: where it takes its time, a message that cannot be decoded closes the connection first.
    if (own.odds(0.5)) await ready
    else ready.catch(() => {})
  }
  const messages = Array.from({ length: 1 + own.int(MOST_ON_ONE_CONNECTION) }, () => hostileMessage(own))
  for (const each of messages) send(client, each, own)
  report.sent += messages.length
  const answered = await isAnswered(client)
  if (answered) {
    report.survived += 1
    if (own.odds(0.5)) client.close(1000)
    else client.cut()
    await client.closed
    return
  }
  const { code, reason } = await client.closed
  report.codes[code] = (report.codes[code] ?? 0) + 1
  const kinds = messages.map(({ kind }) => kind).join(", ")
  assert.include(DOCUMENTED, code, `closed with ${code} ${reason} after ${kinds}; BACKLOT_HOSTILE_SEED=${SEED}`)
}

/**
 * A pong shows that the gateway has read all earlier messages; the answer to the heartbeat shows that it still serves
 * the connection.
 */
const isAnswered = (client: GatewayClient.GatewayClient): Promise<boolean> => {
  const pong = new Promise<void>((resolve) => client.socket.once("pong", () => resolve()))
  client.socket.ping("still there?", true, () => {})
  const acknowledged = pong.then(() => {
    const next = client.next(({ op }) => op === 11)
    client.beat()
    return next
  })
  return Promise.race([
    acknowledged.then(
      () => true,
      () => false
    ),
    client.closed.then(() => false)
  ])
}

const send = ({ socket }: GatewayClient.GatewayClient, { message, fragments }: HostileMessage, own: Chance) => {
  const binary = typeof message !== "string"
  const bytes = Buffer.from(message as Uint8Array)
  const size = Math.ceil(bytes.length / fragments) || 1
  // Ignores errors: a closing socket takes no more messages.
  const sent = () => {}
  for (let i = 0; i < fragments; i++) {
    const fin = i === fragments - 1
    socket.send(bytes.subarray(i * size, fin ? bytes.length : (i + 1) * size), { binary, fin }, sent)
    // Control frames may come between fragments.
    if (own.odds(0.05)) socket.ping(own.bytes(own.int(126)), true, sent)
  }
}
