/**
 * A slash command that a bot receives over its gateway session and answers by a request: one after the other, and 50 at
 * a time. The baseline is a bare server that starts with a request too, pushes a frame of the same bytes and receives
 * the answer by POST; the floor creates, stores and dispatches as ours does. Each of the three has a bare client and a
 * discord.js bot: the bare client beside the bare server is the minimum, the bot shows the cost of the library.
 */
import type { Backlot } from "../Backlot.ts"
import { type Bare, startBare, startClient } from "../Child.ts"
import { type Answer, Connection, encode } from "../Connection.ts"
import { GatewaySocket } from "../GatewaySocket.ts"
import { cpuOf, cycle, type Round, rateOf, refusal, type Target, takeTurns } from "../Load.ts"
import type { Figure, Goal } from "../Row.ts"
import { type Benchmark, floorOf, latencyOf, loadOf, type Scene, withoutLatencies } from "../Scene.ts"
import { median } from "../Statistics.ts"
import { shown } from "../Table.ts"
import { APP, tokenOf, worldOf } from "../World.ts"
import { notResponded, registerUse } from "./Use.ts"

/** The body of discord.js for `reply("pong")`. */
const REPLY = JSON.stringify({ type: 4, data: { content: "pong", tts: false, flags: 0 } })
/** A fifth of the time of the nearest public emulator. */
const GOAL_MS = 1.4
/** Microseconds of our server's CPU for one of 50 replies in flight. */
const GOAL_CPU = 300

type Name = "bare" | "floor" | "ours" | "bareWithBot" | "floorWithBot" | "oursWithBot"
type Sides = Readonly<Record<Name, ReadonlyArray<Round>>>

export const gateway: Benchmark = async (scene) => {
  const { targets, pushToPost } = await prepare(scene)
  const measured = await takeTurns(targets, loadOf(scene, 1))
  const medianOf = (name: Name) => latencyOf(measured[name]).median
  const figure = (benchmark: string, ours: Name, baseline: Name, floor: Name, goal: Goal, notes: string): Figure => ({
    benchmark,
    unit: "ms, median",
    ours: medianOf(ours),
    baseline: medianOf(baseline),
    ratios: [medianOf(ours) / medianOf(baseline)],
    ...floorOf(medianOf(ours), medianOf(floor)),
    goal,
    notes,
    raw: rawOf(measured)
  })
  const [ours, bare] = [latencyOf(measured.oursWithBot), latencyOf(measured.bare)]
  const p99 = `p99 ${shown(ours.p99)} ms, bare ${shown(bare.p99)} ms; bare push to post alone ${shown(pushToPost())} ms`
  const left = `ours without the library's share ${shown(ours.median - (medianOf("bareWithBot") - bare.median))} ms`
  return [
    figure("slash to reply, discord.js", "oursWithBot", "bare", "floor", { below: 3 }, p99),
    figure(
      "slash to reply, beside discord.js on a bare server",
      "oursWithBot",
      "bareWithBot",
      "floorWithBot",
      { oursBelow: GOAL_MS },
      left
    ),
    figure("slash to reply, a bare client everywhere", "ours", "bare", "floor", "none", "no library on any side")
  ]
}

/** So many commands at a time. */
export const gatewayAt =
  (inFlight: number): Benchmark =>
  async (scene) => {
    const { targets } = await prepare(scene)
    const measured = await takeTurns(targets, { ...loadOf(scene, inFlight), sleeps: true })
    const ours = measured.oursWithBot
    const figure = (benchmark: string, baseline: Name, floor: Name, goal: Goal): Figure => ({
      benchmark,
      unit: "replies/s",
      ours: rateOf(ours),
      baseline: rateOf(measured[baseline]),
      ratios: [rateOf(ours) / rateOf(measured[baseline])],
      ...floorOf(rateOf(ours), rateOf(measured[floor])),
      goal,
      notes: `median ${spent(ours)}, baseline ${spent(measured[baseline])}, floor ${spent(measured[floor])}`,
      raw: rawOf(measured)
    })
    const cpu = (name: Name) => cpuOf(measured[name]) ?? Number.NaN
    return [
      figure(`slash to reply, ${inFlight} in flight`, "bare", "floor", { least: 0.2 }),
      figure(`${inFlight} in flight, beside discord.js on a bare server`, "bareWithBot", "floorWithBot", "none"),
      {
        benchmark: `${inFlight} in flight, CPU of the server`,
        unit: "µs per reply",
        ours: cpu("oursWithBot"),
        baseline: cpu("bare"),
        ratios: [cpu("oursWithBot") / cpu("bare")],
        ...floorOf(cpu("oursWithBot"), cpu("floorWithBot")),
        goal: { oursMost: GOAL_CPU },
        notes: `floor: with discord.js; with a bare client ours ${shown(cpu("ours"))}, floor ${shown(cpu("floor"))}`,
        raw: null
      }
    ]
  }

const spent = (rounds: ReadonlyArray<Round>): string =>
  `${shown(latencyOf(rounds).median)} ms, server's CPU ${shown(cpuOf(rounds) ?? Number.NaN)} µs`

const rawOf = (measured: Sides): unknown =>
  Object.fromEntries(
    Object.entries(measured).map(([name, rounds]) => [
      name,
      { ...latencyOf(rounds), rounds: rounds.map(withoutLatencies) }
    ])
  )

/** Six servers with a bot each. `pushToPost` is a median by the bare server's own clock. */
const prepare = async (scene: Scene) => {
  const world = worldOf({ applications: 1, guilds: 1 })
  const sample = await scene.backlot(world, "memory")
  const frames = await framesOf(sample, await registerUse(sample.url))
  await sample.stop()
  const bare = () => startBare("push", JSON.stringify(frames)).then(scene.keep)
  const floor = (name: string) => scene.floor(world, { data: `${scene.folder}/${name}.journal` }, frames.opening)
  const ours = (name: string) => scene.backlot(world, { data: `${scene.folder}/${name}.db` })
  const servers = {
    ...{ bare: await bare(), floor: await floor("bare-client"), ours: await ours("bare-client") },
    ...{ bareWithBot: await bare(), floorWithBot: await floor("bot"), oursWithBot: await ours("bot") }
  }
  const spans: Array<number> = []
  const targets = {
    bare: pushed(servers.bare, noting(spans)),
    floor: await used(servers.floor),
    ours: await used(servers.ours),
    bareWithBot: pushed(servers.bareWithBot, refusal),
    floorWithBot: await used(servers.floorWithBot),
    oursWithBot: await used(servers.oursWithBot)
  }
  scene.keep(await startClient("poster", servers.bare.url, REPLY))
  for (const { url } of [servers.floor, servers.ours]) scene.keep(await startClient("caller", url, tokenOf(APP), REPLY))
  for (const { url } of [servers.bareWithBot, servers.floorWithBot, servers.oursWithBot])
    scene.keep(await startClient("bot", `${url}/api`, tokenOf(APP)))
  return { targets, pushToPost: () => median(spans) }
}

/** Keeps the milliseconds that a bare server says. */
const noting =
  (spans: Array<number>) =>
  (answer: Answer): string | undefined => {
    const wrong = refusal(answer)
    if (wrong === undefined) spans.push(JSON.parse(answer.body.toString()).ms)
    return wrong
  }

/** Uses a command of this server, again and again. */
const used = async (server: Bare): Promise<Target> => {
  const play = await registerUse(server.url)
  return { ...server, next: cycle(() => [play]), complaint: notResponded }
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
