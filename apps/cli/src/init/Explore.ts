/** Starts the bot once, led to a server of its own, and tries what it answers. Source: docs/init.md. */
import * as Player from "@backlot/player/Player"
import * as NodeHttp from "@backlot/player/stage/NodeHttp"
import { type Stage, Stages } from "@backlot/player/stage/Stage"
import type { StageHttp } from "@backlot/player/stage/StageHttp"
import { refusalText } from "@backlot/player/turn/Misdeeds"
import { field, fieldsOf } from "@backlot/scenario/Fields"
import { patternOf } from "@backlot/scenario/match/MatchPattern"
import type { Outcome } from "@backlot/scenario/Outcome"
import type { App, Scenario } from "@backlot/scenario/Scenario"
import type { Step } from "@backlot/scenario/Step"
import { startApps } from "@backlot/simulator/run/AppUnderTest"
import { exportWorld } from "@backlot/simulator/run/StageWorld"
import { Effect } from "effect"
import type { Variables } from "../given/Given.ts"
import { type FirstUse, usesOf } from "./FirstUse.ts"
import type { FirstPlace } from "./FirstWorld.ts"

export interface Exploring {
  readonly world: unknown
  readonly place: FirstPlace
  readonly app: typeof App.Type
  /** Where the scenario will be; absolute. */
  readonly file: string
  readonly environment: Variables
  /** What people may say to a bot without commands. */
  readonly words: ReadonlyArray<string>
}

export interface Explored {
  /** As they are typed, without options. */
  readonly commands: ReadonlyArray<string>
  /** What of it did not answer, as it is typed, and why. */
  readonly silent: ReadonlyArray<readonly [typed: string, why: string]>
  /** What was done and what came, as steps that expect it; undefined: nothing that was tried was answered. */
  readonly answered: ReadonlyArray<Step> | undefined
  /** What to wait for before the first step; undefined: until the endpoint answers, which no condition of it says. */
  readonly ready: (typeof App.Type)["ready"]
  /** What the scenario must allow, because the bot did it while it started or answered. */
  readonly allow: NonNullable<Scenario["allow"]>
  /** What that was, for people. */
  readonly misdeeds: ReadonlyArray<string>
}

/** Our choice: docs/choices.md "Command line". */
const MOST_TRIED = 6
const TOO_LATE = "8 seconds"
const WORD_WITHIN = "1500ms"

/** Fails if the bot does not get ready, or ends with an error. */
export const explore = Effect.fnUntraced(function* ({ world, place, app, file, environment, words }: Exploring) {
  const stages = yield* Stages
  const { stage } = yield* stages.open({ world, clock: "frozen", storage: "memory", limits: "off" })
  const http = yield* NodeHttp.make
  const running = yield* startApps({ scenario: { name: "init", app, steps: [] }, file }, { stage, http, environment })
  const trying = Effect.gen(function* () {
    const { commands, hasEndpoint } = yield* registered(http, stage)
    const player = yield* Player.make({ stage, watch: false })
    const uses = usesOf(commands, place)
    const early = yield* refusedBy(player)
    const { before, ...tried } = yield* uses.length > 0 ? tryUses(player, uses, place) : tryWords(player, words, place)
    const { refused_calls, not_implemented } = yield* player.misdeeds
    // What other tries did is not in the scenario.
    const refused = refused_calls.filter((_, at) => at < early || at >= before)
    const explored: Explored = {
      ...tried,
      misdeeds: [...new Set([...refused.map(refusalText), ...not_implemented])],
      commands: uses.map(({ name }) => name),
      ready: hasEndpoint
        ? undefined
        : { gateway: true, ...(commands.length === 0 ? {} : { commands: commands.length }) },
      allow: [
        ...(refused.length > 0 ? (["refused_calls"] as const) : []),
        ...(not_implemented.length > 0 ? (["not_implemented"] as const) : [])
      ]
    }
    return explored
  })
  return yield* Effect.raceFirst(trying, running.broken)
}, Effect.scoped)

/** How often the world is read until nothing more is registered; a bot may begin with that late. Our choice: docs/choices.md "Command line". */
const LOOK_EVERY = "250 millis"
const SAME_LOOKS = { some: 6, none: 20 } as const
const MOST_LOOKS = 40

const registered = Effect.fnUntraced(function* (http: StageHttp, stage: Stage) {
  let world = yield* exportWorld(http, stage)
  const enough = () => SAME_LOOKS[(world.commands?.length ?? 0) > 0 ? "some" : "none"]
  for (let looks = 0, same = 0; looks < MOST_LOOKS && same < enough(); looks++) {
    yield* Effect.sleep(LOOK_EVERY)
    const next = yield* exportWorld(http, stage)
    same = next.commands?.length === world.commands?.length ? same + 1 : 0
    world = next
  }
  const [application] = world.applications ?? []
  const commands = (world.commands ?? []).filter(({ application_id }) => application_id === application?.id)
  return { commands, hasEndpoint: (application?.interactions_endpoint_url ?? undefined) !== undefined }
})

interface Tried extends Pick<Explored, "answered" | "silent"> {
  /** How many calls were refused before what was answered. */
  readonly before: number
}

const refusedBy = (player: Player.Player) => Effect.map(player.misdeeds, ({ refused_calls }) => refused_calls.length)

const tryUses = Effect.fnUntraced(function* (
  player: Player.Player,
  uses: ReadonlyArray<FirstUse>,
  { user, channel }: FirstPlace
): Effect.fn.Return<Tried> {
  const silent: Array<readonly [string, string]> = []
  for (const { name, use, after } of uses.slice(0, MOST_TRIED)) {
    const before = yield* refusedBy(player)
    const said: ReadonlyArray<Step> = after === undefined ? [] : [{ as: user, in: channel, say: after }]
    for (const step of said) yield* perform(player, step)
    const step: Step = { as: user, in: channel, ...use }
    const [first, why] = yield* perform(player, { ...step, expect: { state: "responded" } })
    if (first === undefined) {
      silent.push([name, why])
      continue
    }
    // What differs the second time is not expected of it.
    const [second] = yield* perform(player, { ...step, expect: { state: "responded" } })
    const expect: Step["expect"] = { state: "responded", ...sameIn(first, second ?? {}) }
    return { answered: [...said, { ...step, expect }], silent, before }
  }
  return { answered: undefined, silent, before: yield* refusedBy(player) }
})

const tryWords = Effect.fnUntraced(function* (
  player: Player.Player,
  words: ReadonlyArray<string>,
  { user, channel }: FirstPlace
): Effect.fn.Return<Tried> {
  const ofBot = { author: { bot: true } }
  for (const word of words.slice(0, MOST_TRIED)) {
    const step: Step = { as: user, in: channel, say: word }
    const hear = Effect.andThen(
      perform(player, step),
      perform(player, { as: user, in: channel, wait: { message: ofBot, within: WORD_WITHIN } })
    )
    const before = yield* refusedBy(player)
    const [first] = yield* hear
    if (first === undefined) continue
    const [second] = yield* hear
    const { message = ofBot } = sameIn(first, second ?? {})
    return { answered: [step, { wait: { message } }], silent: [], before }
  }
  return { answered: undefined, silent: [], before: yield* refusedBy(player) }
})

/** The outcome, or why there is none. */
const perform = (
  player: Player.Player,
  step: Step
): Effect.Effect<readonly [outcome: Outcome | undefined, why: string]> =>
  player.perform(step).pipe(
    Effect.map((outcome) => [outcome, ""] as const),
    Effect.catch(({ message }) => Effect.succeed([undefined, message.split("\n")[0] ?? ""] as const)),
    Effect.timeoutOrElse({
      duration: TOO_LATE,
      orElse: () => Effect.succeed([undefined, `it did not answer within ${TOO_LATE}`] as const)
    })
  )

/** What both outcomes show of the answer, in few words. */
const sameIn = (
  first: Partial<Outcome>,
  second: Partial<Outcome>
): Pick<NonNullable<Step["expect"]>, "message" | "modal"> => {
  const same = (...path: ReadonlyArray<string>): string | undefined => {
    const [one, other] = [field(first, ...path), field(second, ...path)]
    return typeof one === "string" && one === other && isPlainText(one) ? one : undefined
  }
  const title = same("modal", "title")
  if (title !== undefined) return { modal: { title } }
  const content = same("message", "content")
  if (content !== undefined) return { message: { content } }
  const embed = titleOf(first)
  return embed !== undefined && embed === titleOf(second) && isPlainText(embed)
    ? { message: { embeds: [{ title: embed }] } }
    : {}
}

const titleOf = ({ message }: Partial<Outcome>): string | undefined => {
  const { title } = fieldsOf(message?.embeds[0])
  return typeof title === "string" ? title : undefined
}

const LONGEST = 200

/** A text that a scenario file means as it is. */
const isPlainText = (text: string): boolean =>
  text !== "" && text.length <= LONGEST && !text.includes("\n") && !text.includes("${") && patternOf(text) === undefined
