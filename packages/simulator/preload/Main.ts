/**
 * Lets this program's clock follow the service clock: docs/time.md. Loaded before the program by NODE_OPTIONS, in all
 * Node processes and threads that it starts.
 *
 * A jump of the clock does not fire an interval for each time that it missed: a heartbeat of 41 s would be sent two thousand
 * times for a day, without an answer in between, and a library would take its connection for dead. Each interval fires once,
 * as after the sleep of a laptop. Timers that do not repeat are gone through one by one: the server asks when the next one is
 * due and stops there, so that what the app does then has its own time in the service too.
 */
import { randomUUID } from "node:crypto"
import { acts, isConnecting, observeRequests, requestUnderWay } from "./Activity.ts"
import { type Ask, asking, Refused, type Told } from "./Follow.ts"
import { forgetJobs, isJobUnderWay, observeJobs } from "./Jobs.ts"
import { look, seen } from "./Seen.ts"
import { observeSockets, socketsAtWork } from "./Sockets.ts"
import { type Clock, real, start } from "./Timers.ts"

/** Idle: so many looks in a row, so many real milliseconds apart, saw nothing. */
const LOOKS = 3
const LOOK_MS = 4
/** Less than the server waits. */
const BUSY_MS = 8_000
const AGAIN_MS = 100
const SLACK_MS = 1_000

const { BACKLOT_APP_CLOCK, BACKLOT_APP_CONTROL_URL, BACKLOT_APP_CONTROL_TOKEN, BACKLOT_APP_ID } = process.env

/** Package managers only start the program. */
const isRunner = /[\\/](?:npm|npx|pnpm|pnpx|yarn|corepack)(?:-cli)?(?:\.[cm]?js)?$/.test(process.argv[1] ?? "")

const pause = (ms: number) => new Promise<void>((resolve) => void real.setTimeout(resolve, ms))
const turn = () => new Promise<void>((resolve) => void real.setImmediate(resolve))
/** The program may end meanwhile. */
const rest = (ms: number) => new Promise<void>((resolve) => void real.setTimeout(resolve, ms).unref())

/** Ends when nothing happens any more, or with what is under way of what began since. */
const settle = async (): Promise<string | undefined> => {
  const began = seen()
  const late = real.now() + BUSY_MS
  for (let quiet = 0; quiet < LOOKS; ) {
    const before = acts()
    await turn()
    await pause(LOOK_MS)
    look()
    const request = requestUnderWay(began)
    // Each of them is asked: connections are compared with the last look.
    const signs = [socketsAtWork(), isConnecting(began), isJobUnderWay(), acts() !== before, request !== undefined]
    quiet = signs.includes(true) ? 0 : quiet + 1
    if (real.now() > late) return request ?? "it does something all the time"
  }
  forgetJobs()
  return undefined
}

/** Real milliseconds of Date before the service clock, on a clock that passes. */
let ahead = 0
let mode: Told["mode"] = "frozen"
let timers: Told["timers"] = "run"

const carryOut = (clock: Clock, told: Told): void => {
  const now = Date.parse(told.now)
  // Two readings of one clock that passes.
  if (mode === "real" && told.mode === "real" && Math.abs(now - clock.now()) < SLACK_MS) return
  ahead = now - real.date()
  mode = told.mode
  timers = told.timers
  if (now > clock.now() && (timers === "stand" || mode === "real")) clock.forward(now - clock.now())
  else clock.setDate(now)
}

const keepPace = (clock: Clock) =>
  clock.setPace((elapsed) => {
    if (mode === "real") return clock.forward(real.date() + ahead - clock.now())
    if (timers === "stand") return
    const date = clock.now()
    clock.forward(elapsed)
    clock.setDate(date)
  })

const follow = async (ask: Ask, clock: Clock, first: Told): Promise<never> => {
  let state: string | undefined = first.state
  let busy: string | undefined
  for (;;) {
    const next_ms = clock.next()?.toString()
    const told: Told | undefined = await ask({ ...SELF, seen: state, next_ms, busy: busy?.slice(0, 300) }).catch(
      () => undefined
    )
    if (told === undefined) {
      // The server starts again.
      await rest(AGAIN_MS)
      continue
    }
    if (told.state === state) continue
    carryOut(clock, told)
    busy = await settle()
    state = told.state
  }
}

/** An open call tells the server that this program lives: its end, however it comes, closes the connection. */
const live = async (ask: Ask): Promise<never> => {
  for (;;) {
    await ask({ ...SELF, alive: "true" }).catch(() => undefined)
    await rest(AGAIN_MS)
  }
}

const SELF = { process: randomUUID(), application_id: BACKLOT_APP_ID === "" ? undefined : BACKLOT_APP_ID }

if (BACKLOT_APP_CLOCK === "service" && BACKLOT_APP_CONTROL_URL !== undefined && !isRunner) {
  const ask = asking(BACKLOT_APP_CONTROL_URL, BACKLOT_APP_CONTROL_TOKEN)
  const first = await ask(SELF).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error)
    const hint = error instanceof Refused ? "it is older, or wants another token" : "it does not answer"
    process.stderr.write(`backlot: the clock of ${BACKLOT_APP_CONTROL_URL} cannot be followed: ${hint} (${why})\n`)
    process.exit(1)
  })
  observeSockets()
  observeJobs()
  observeRequests(`${new URL(BACKLOT_APP_CONTROL_URL).pathname}/clock/follow`)
  const clock = start(Date.parse(first.now))
  carryOut(clock, first)
  keepPace(clock)
  void live(ask)
  void follow(ask, clock, first)
}
