import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { nextDeadline } from "../../src/interaction/InteractionState.ts"
import { MessageFlag } from "../../src/message/Message.ts"
import { NOW } from "../fixture/Harbour.ts"
import { answered, SOURCE } from "../fixture/SampleComponent.ts"
import * as Machine from "./InteractionMachine.ts"
import { type Step, step } from "./InteractionSteps.ts"
import * as Naive from "./NaiveInteraction.ts"

/** Both models in the same place at the same time. */
interface Play {
  readonly store: Machine.Store
  readonly channel: Naive.Channel
  readonly pairs: Array<{ readonly id: string; readonly naive: Naive.Interaction }>
  now: number
  drawn: number
}

/** What became of the message whose components were used. */
type Source = "shown" | "hidden" | "gone"

const begin = (source: Source): Play => {
  const hidden = source === "hidden"
  const found = answered({ content: "hi", ...(hidden ? { flags: MessageFlag.EPHEMERAL } : {}) })
  const gone = source === "gone"
  const play: Play = {
    store: { records: new Map(), messages: new Map(gone ? [] : [[SOURCE, found]]), events: new Map() },
    channel: new Map(gone ? [] : [[SOURCE, { by: undefined, hidden, loading: false, content: "hi" }]]),
    pairs: [],
    now: NOW,
    drawn: 0
  }
  use(play, { kind: "command", installed: false })
  use(play, { kind: "component", installed: true })
  use(play, { kind: "component", installed: true })
  return play
}

const TYPES = { command: 2, component: 3, autocomplete: 4, "modal of a command": 5, "modal of a component": 5 } as const

const use = (play: Play, { kind, installed }: Pick<Naive.Interaction, "kind" | "installed">) => {
  const id = draw(play, 510_000_000_000_000_000n)
  const source = kind === "component" || kind === "modal of a component" ? SOURCE : undefined
  const naive = Naive.begun({ kind, installed, source, channel: play.channel, born: play.now })
  Machine.begin(play.store, {
    id,
    type: TYPES[kind],
    installed_here: installed,
    created_ms: play.now,
    ...(source === undefined ? {} : { message_id: source })
  })
  play.pairs.push({ id, naive })
  return { id, naive }
}

const draw = (play: Play, base: bigint): string => {
  play.drawn += 1
  return String(base + BigInt(play.drawn))
}

const flags = ({ hidden }: Naive.Said) => (hidden ? { flags: MessageFlag.EPHEMERAL } : {})
const whole = (words: Naive.Said) => ({ content: words.content, ...flags(words) })
const changed = ({ content }: Naive.Said) => ({ content, components: [] })
const modal = { custom_id: "m", title: "M", components: [{ type: 10, content: "Soon." }] }

const response = (type: number, words: Naive.Said) => {
  const data: Record<number, object> = { 4: whole(words), 5: flags(words), 7: changed(words), 8: {}, 9: modal }
  return { type, ...(data[type] === undefined ? {} : { data: data[type] }) }
}

/** What both tell of the step. */
const take = (play: Play, step: Step): readonly [told: string, expected: string] => {
  if (step.do === "use") use(play, step)
  if (step.do === "wait") wait(play, step.ms, step.runs)
  return "of" in step ? call(play, step) : ["ok", "ok"]
}

const call = (play: Play, step: Extract<Step, { readonly of: number }>): readonly [told: string, expected: string] => {
  const { store, now, pairs } = play
  const { id, naive } = pairs[step.of % pairs.length] ?? use(play, { kind: "command", installed: true })
  const made = draw(play, 610_000_000_000_000_000n)
  const [place, meant] = "message" in step ? placeOf(play, naive, step.message) : ["", null]
  switch (step.do) {
    case "submit":
      return submit(play, id, naive)
    case "callback": {
      const told = Machine.callback(store, id, response(step.type, step.said), now, made)
      return [told, Naive.callback(naive, step.type, step.said, now, made)]
    }
    case "http":
      Machine.http(store, id, step.status, response(step.type, step.said), now, made)
      Naive.http(naive, step.status, step.type, step.said, now, made)
      return ["ok", "ok"]
    case "post":
      return [Machine.post(store, id, whole(step.said), now, made), Naive.post(naive, step.said, now, made)]
    case "edit":
      return [Machine.edit(store, id, place, changed(step.said), now), Naive.edit(naive, meant, step.said, now)]
    case "delete":
      return [Machine.remove(store, id, place, now), Naive.remove(naive, meant, now)]
    case "get":
      return [Machine.read(store, id, place, now), Naive.read(naive, meant, now)]
  }
}

const placeOf = ({ channel }: Play, { original }: Naive.Interaction, n: number): readonly [string, string | null] => {
  if (n === 0) return ["@original", original]
  const id = [...channel.keys()][(n - 1) % Math.max(1, channel.size)] ?? "1"
  return [id, id]
}

const submit = (play: Play, id: string, naive: Naive.Interaction): readonly [told: string, expected: string] => {
  const open = Machine.isOpen(play.store, id)
  const expected = Naive.isOpen(naive)
  if (open && expected) {
    const kind = naive.source === undefined ? "modal of a command" : "modal of a component"
    const made = use(play, { kind, installed: naive.installed })
    play.store.records.set(id, { ...Machine.recordOf(play.store, id), modal_submit_id: made.id })
    naive.submit = made.naive
  }
  return [open ? "ok" : "closed", expected ? "ok" : "closed"]
}

/** Deadlines are run at once, or late. */
const wait = (play: Play, ms: number, runs: boolean): void => {
  play.now += ms
  if (!runs) return
  for (const { id, naive } of play.pairs) {
    Machine.tick(play.store, id, play.now)
    Naive.tick(naive, play.now)
  }
}

/** An assertion of chai takes as long as a step of both models, so most comparisons do without. */
const same = (told: unknown, expected: unknown, what: string): void => {
  if (told !== expected) assert.strictEqual(told, expected, what)
}

const DUE = { pending: 3_000, deferred: 900_000 } as const

const compare = ({ store, channel, pairs }: Play): void => {
  for (const { id, naive } of pairs) {
    const { state, callback_type, original_message_id, follow_ups } = Machine.recordOf(store, id)
    same(state, naive.state, "state")
    same(callback_type, naive.answered, "answered")
    same(original_message_id, naive.original, "original")
    same(follow_ups, naive.follow_ups, "follow_ups")
    const due = naive.state === "pending" || naive.state === "deferred" ? naive.born + DUE[naive.state] : null
    same(nextDeadline(Machine.recordOf(store, id)), due, "deadline")
    const times = (name: string) => store.events.get(id)?.filter((event) => event === `interaction.${name}`).length
    same(times("acknowledged"), naive.answered === null ? 0 : 1, "acknowledged")
    for (const name of ["responded", "failed", "timed_out"]) same(times(name), naive.state === name ? 1 : 0, name)
  }
  const shown = [...store.messages.values()].map(({ id, visible_to, message }) => [
    id,
    message.content,
    visible_to !== null,
    (message.flags & MessageFlag.EPHEMERAL) !== 0,
    (message.flags & MessageFlag.LOADING) !== 0
  ])
  const told = [...channel].map(([id, { content, hidden, loading }]) => [id, content, hidden, hidden, loading])
  // Of lists of texts and flags the texts are equal when the lists are.
  if (JSON.stringify(shown) !== JSON.stringify(told)) assert.deepStrictEqual(shown, told)
}

const source = fc.constantFrom<Source>("shown", "hidden", "gone")
const steps = fc.noBias(fc.array(step, { minLength: 20, maxLength: 80, size: "max" }))

const TOKEN = ["ok", "InvalidWebhookToken", "UnknownWebhook"]
const OUTCOMES = {
  callback: ["ok", "UnknownInteraction", "AlreadyAcknowledged", "InvalidForm", "EmptyMessage", "UnknownMessage"],
  post: [...TOKEN, "EmptyMessage", "FollowUpLimit"],
  message: [...TOKEN, "UnknownMessage"]
}

/** States with what answered, of the kinds that the plays are mostly about. */
const ENDS = [
  ...[4, 5, 9, 10].flatMap((type) => [`command: responded, ${type}`, `component: responded, ${type}`]),
  ...[6, 7].map((type) => `component: responded, ${type}`),
  ...["command", "component", "autocomplete"].flatMap((kind) => [`${kind}: failed, null`, `${kind}: timed_out, null`]),
  ...[5, 6].map((type) => `component: deferred, ${type}`),
  "component: failed, 5",
  "modal of a command: pending, null",
  "modal of a component: pending, null"
]

describe("interactions and their messages, in any order of calls and time", () => {
  const told = new Set<string>()
  const ended = new Set<string>()

  it("are as a naive reader of the rules tells", { timeout: 60_000 }, () =>
    fc.assert(
      fc.property(source, steps, (before, all) => {
        const play = begin(before)
        for (const one of all) {
          const [outcome, expected] = take(play, one)
          same(outcome, expected, one.do)
          compare(play)
          told.add(`${one.do}: ${outcome}`)
        }
        for (const { naive } of play.pairs) ended.add(`${naive.kind}: ${naive.state}, ${naive.answered}`)
      }),
      // With a seed, so that each run meets every outcome below.
      process.env["BACKLOT_DEEP"] === "1" ? { numRuns: 10_000 } : { numRuns: 200, seed: 20_261_122 }
    )
  )

  it.each([
    ...OUTCOMES.callback.map((outcome) => `callback: ${outcome}`),
    ...OUTCOMES.post.map((outcome) => `post: ${outcome}`),
    ...["edit", "delete", "get"].flatMap((call) => OUTCOMES.message.map((outcome) => `${call}: ${outcome}`)),
    "edit: EmptyMessage",
    "submit: ok",
    "submit: closed"
  ])("%s was met", (outcome) => assert.isTrue(told.has(outcome)))

  it.each(ENDS)("%s was met", (end) => assert.isTrue(ended.has(end)))
})
