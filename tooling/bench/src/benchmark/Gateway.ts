/**
 * A slash command that a discord.js bot receives over its gateway session and answers by a request: one after the
 * other, and 50 at a time. Both baselines start with a request too, push a frame of the same bytes and receive the
 * answer by POST: one uses a bare client, which is the minimum, one the same bot, which shows the cost of the library.
 */
import type { Backlot } from "../Backlot.ts"
import { type Bare, startBare, startClient } from "../Child.ts"
import { type Answer, Connection, encode } from "../Connection.ts"
import { GatewaySocket } from "../GatewaySocket.ts"
import { cpuOf, cycle, type Round, rateOf, refusal, type Target, takeTurns } from "../Load.ts"
import type { Figure, Goal } from "../Row.ts"
import { type Benchmark, type Scene, withoutLatencies } from "../Scene.ts"
import { median } from "../Statistics.ts"
import { shown } from "../Table.ts"
import { APP, tokenOf, worldOf } from "../World.ts"
import { latencyOf, notResponded, registerUse } from "./Use.ts"

/** The body of discord.js for `reply("pong")`. */
const REPLY = JSON.stringify({ type: 4, data: { content: "pong", tts: false, flags: 0 } })
const IN_FLIGHT = 50
/** A fifth of the time of the nearest public emulator. */
const GOAL_MS = 1.4

export const gateway: Benchmark = async (scene) => {
  const { targets, pushToPost } = await prepare(scene)
  const measured = await takeTurns(targets, { connections: 1, seconds: scene.seconds, rounds: scene.rounds })
  const [ours, bare, library] = [measured.ours, measured.bare, measured.library].map(latencyOf)
  if (ours === undefined || bare === undefined || library === undefined) return []
  const figure = (benchmark: string, baseline: number, goal: Goal, notes: string): Figure => ({
    benchmark,
    unit: "ms, median",
    ours: ours.median,
    baseline,
    ratios: [ours.median / baseline],
    goal,
    notes,
    raw: rawOf(measured)
  })
  const p99 = `p99 ${shown(ours.p99)} ms, bare ${shown(bare.p99)} ms; bare push to post alone ${shown(pushToPost())} ms`
  const left = `ours without the library's share ${shown(ours.median - (library.median - bare.median))} ms`
  return [
    figure("slash to reply, discord.js", bare.median, { below: 3 }, p99),
    figure("slash to reply, beside discord.js on a bare server", library.median, { oursBelow: GOAL_MS }, left)
  ]
}

export const gateway50: Benchmark = async (scene) => {
  const { targets } = await prepare(scene)
  const load = { connections: IN_FLIGHT, seconds: scene.seconds, rounds: scene.rounds, sleeps: true }
  const measured = await takeTurns(targets, load)
  const figure = (benchmark: string, baseline: ReadonlyArray<Round>): Figure => ({
    benchmark,
    unit: "replies/s",
    ours: rateOf(measured.ours),
    baseline: rateOf(baseline),
    ratios: [rateOf(measured.ours) / rateOf(baseline)],
    goal: "none",
    notes: `median ${spent(measured.ours)}, baseline ${spent(baseline)}`,
    raw: rawOf(measured)
  })
  return [
    figure(`slash to reply, ${IN_FLIGHT} in flight`, measured.bare),
    figure(`${IN_FLIGHT} in flight, beside discord.js on a bare server`, measured.library)
  ]
}

const spent = (rounds: ReadonlyArray<Round>): string =>
  `${shown(latencyOf(rounds).median)} ms, server's CPU ${shown(cpuOf(rounds) ?? Number.NaN)} µs`

const rawOf = (measured: Readonly<Record<string, ReadonlyArray<Round>>>): unknown =>
  Object.fromEntries(
    Object.entries(measured).map(([name, rounds]) => [
      name,
      { ...latencyOf(rounds), rounds: rounds.map(withoutLatencies) }
    ])
  )

/** Three servers with a bot each. `pushToPost` is a median by the bare server's own clock. */
const prepare = async (scene: Scene) => {
  const ours = await scene.backlot(worldOf({ applications: 1, guilds: 1 }), { data: `${scene.folder}/gateway.db` })
  const play = await registerUse(ours.url)
  const frames = JSON.stringify(await framesOf(ours, play))
  const bare = scene.keep(await startBare("push", frames))
  const library = scene.keep(await startBare("push", frames))
  scene.keep(await startClient("poster", bare.url, REPLY))
  for (const { url } of [ours, library]) scene.keep(await startClient("bot", `${url}/api`, tokenOf(APP)))

  const spans: Array<number> = []
  const noting = (answer: Answer): string | undefined => {
    const wrong = refusal(answer)
    if (wrong === undefined) spans.push(JSON.parse(answer.body.toString()).ms)
    return wrong
  }
  const targets = {
    bare: pushed(bare, noting),
    ours: { ...ours, next: cycle(() => [play]), complaint: notResponded },
    library: pushed(library, refusal)
  }
  return { targets, pushToPost: () => median(spans) }
}

const pushed = (server: Bare, complaint: (answer: Answer) => string | undefined): Target => {
  const push = encode({ method: "POST", path: "/push", body: "{}" })
  return { ...server, next: () => push, complaint }
}

/** The frames that our server sends to a bot at login and for one use, which is answered here. */
const framesOf = async (ours: Backlot, play: Buffer) => {
  const socket = new GatewaySocket(ours.url)
  const frames = socket.keep()
  await socket.logIn(tokenOf(APP), 1)
  const opening = [...frames]
  const [user, bot] = [await Connection.open(ours.url), await Connection.open(ours.url)]
  const answer = user.send(play)
  await socket.reach(opening.length + 1)
  const pushed = frames.at(-1) ?? ""
  const { id, token } = JSON.parse(pushed).d
  await bot.send(encode({ method: "POST", path: `/api/v10/interactions/${id}/${token}/callback`, body: REPLY }))
  const wrong = notResponded(await answer)
  for (const connection of [user, bot, socket]) connection.close()
  if (wrong !== undefined) throw new Error(`a use ${wrong}`)
  return { opening, pushed }
}
