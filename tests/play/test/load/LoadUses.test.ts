import { outcomeOf } from "@backlot/player/turn/Interacting"
import { memory } from "@backlot/player/turn/Playing"
import { turnOf } from "@backlot/player/turn/Turn"
import type { Step } from "@backlot/scenario/Step"
import { NO_MARKS } from "@backlot/simulator/load/LoadPlay"
import * as LoadScene from "@backlot/simulator/load/LoadScene"
import { usesOf } from "@backlot/simulator/load/LoadUses"
import * as LoadWire from "@backlot/simulator/load/LoadWire"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE_HERE, playing, saying } from "../PetShop.ts"

/** A stage, and uses on it as a load reads and sends them. */
const loading = Effect.gen(function* () {
  const open = yield* playing(() => saying("Yes"))
  const scene = yield* LoadScene.read(open.stage, { application: undefined, folder: import.meta.dirname })
  const uses = usesOf(scene)
  const wire = yield* LoadWire.make(1)
  const read = (step: Step) =>
    uses.read(turnOf({ ...scene.playing, memory: memory() }, step, NO_MARKS, NO_MARKS), undefined)
  const send = (step: Step) =>
    Effect.gen(function* () {
      const use = yield* read(step)
      const answer = yield* wire.send(use.request)
      if (answer instanceof LoadWire.WireLost) return yield* answer
      return { use, outcome: outcomeOf(answer) }
    })
  return { ...open, uses, read, send }
})

describe("a use by its parts comes to the same under load as in a run", () => {
  const PIXEL = { text: "pixels", filename: "rex.png", content_type: "image/png" }
  const cases: ReadonlyArray<readonly [string, Step, refused?: string]> = [
    ["by the names of users", { use: { command: "adopt", options: { animal: "Dog", owner: "bob" } } }],
    [
      "by the names of users who are not around",
      { use: { command: "adopt", options: { animal: "Dog", owner: "zoe" } } }
    ],
    ["by subcommands and choices", { use: { command: "/care feed give", options: { meals: "Two" } } }],
    ["in wire shape", { use: { command: "adopt", options: [{ name: "animal", value: "Cat" }] } }],
    [
      "with its files",
      { use: { command: "adopt", options: { animal: "Dog" }, attachments: [{ option: "picture", ...PIXEL }] } }
    ],
    ["of an outdated version", { use: { command: "ban", version: "1" } }, "stale"],
    ["of a command that is hidden from the user", { as: "bob", use: { command: "ban" } }, "permission"]
  ]
  for (const [what, given, refused] of cases)
    it.live(what, () =>
      Effect.gen(function* () {
        const { send, player, received } = yield* loading
        const step = { ...ALICE_HERE, ...given }
        const loaded = (yield* send(step)).outcome
        const run = yield* player.perform({ ...step, expect: { refused: refused ?? null } })
        assert.deepStrictEqual([loaded.refused, loaded.because, loaded.state], [refused, run.because, run.state])
        const [first, second] = received.map(({ data }) => ({
          ...data,
          resolved: Object.values(data.resolved?.attachments ?? {}).map(({ filename }) => filename)
        }))
        assert.deepStrictEqual(withoutIds(first), withoutIds(second))
      })
    )

  const wrong: ReadonlyArray<readonly [string, Step]> = [
    ["a subcommand that there is not", { use: { command: "care groom" } }],
    [
      "a subcommand that there is not, below a group",
      { use: { command: "care feed take", options: { meals: "Two" } } }
    ],
    ["a command that there is not", { use: { command: "adpot" } }],
    ["a command that is used on a user", { use: { command: "Praise" } }],
    ["neither a text nor a command", { use: { options: { animal: "Dog" } } }]
  ]
  for (const [what, given] of wrong)
    it.live(`told where it is ${what}`, () =>
      Effect.gen(function* () {
        const { read, failing } = yield* loading
        const step = { ...ALICE_HERE, ...given }
        const told = yield* Effect.flip(read(step))
        assert.strictEqual(told.message, (yield* failing(step)).message)
        assert.match(told.message, /has no subcommand|there is no command|`text` or `command`/)
      })
    )

  it.live("after its command was registered anew", () =>
    Effect.gen(function* () {
      const { send, uses, play, received } = yield* loading
      const step: Step = { ...ALICE_HERE, use: { command: "ban" } }
      const { use } = yield* send(step)
      yield* play(
        { ...ALICE_HERE, app: { delete: "/applications/{application}/commands/{command:ban}" } },
        { app: { post: "/applications/{application}/commands", body: { name: "ban", description: "Bans" } } }
      )
      uses.forget(use)
      assert.strictEqual((yield* send(step)).outcome.state, "responded")
      assert.strictEqual(received.length, 2)
    })
  )
})

/** Ids of files differ each time; ids of users begin with 3. */
function withoutIds(data: unknown): string | undefined {
  return JSON.stringify(data)?.replace(/"\d{17,20}"/g, (id) => (id.startsWith('"3') ? id : '"id"'))
}
