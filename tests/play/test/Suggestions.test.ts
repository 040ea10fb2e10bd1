/** A name or a choice that nobody has: the nearest one is suggested, wherever it stands. */
import type { Step } from "@backlot/scenario/Step"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE_HERE, playing, row, saying } from "./PetShop.ts"

const option = (type: number, name: string, more: object = {}) => ({ type, name, description: name, ...more })

const GIVE = {
  name: "give",
  description: "Gives",
  options: [
    option(6, "who"),
    option(7, "where"),
    option(8, "role"),
    option(9, "whom"),
    option(3, "pet", { choices: [{ name: "Parrot", value: "p-1" }] }),
    option(4, "meals", { choices: [{ name: "Twenty", value: 20 }] })
  ]
}

const use = (options: object): Step => ({ ...ALICE_HERE, use: { command: "give", options: { ...options } } })
const typed = (text: string): Step => ({ ...ALICE_HERE, use: `/give ${text}` })

const cases: ReadonlyArray<readonly [what: string, step: Step, suggested: string | RegExp]> = [
  ["a user who acts", { as: "alcie", in: "general", say: "x" }, 'did you mean "alice"?'],
  ["a channel", { as: "alice", in: "genral", say: "x" }, 'did you mean "#general"?'],
  ["a channel of a guild", { as: "alice", in: "Harbour/genral", say: "x" }, 'did you mean "Harbour/general"?'],
  [
    "a channel of a mistyped guild",
    { as: "alice", in: "Harbuor/general", say: "x" },
    'did you mean "Harbour/general"?'
  ],
  ["a user in an expectation", { ...ALICE_HERE, use: "/give", expect: { seen_by: ["bbo"] } }, 'did you mean "bob"?'],
  ["an option of a select menu", { ...ALICE_HERE, select: "pick", values: "Onne" }, 'did you mean "One"?'],
  ["a user in a text", typed("who:bbo"), "who (column 10): No such user can be chosen here. Did you mean bob?"],
  ["a user with a sigil", typed("whom:@bbo"), "Did you mean bob?"],
  ["a channel in a text", typed("where:#genral"), "Did you mean general?"],
  ["a role in a text", typed("role:Moderatr"), "Did you mean Moderator?"],
  ["a choice in a text", typed("pet:parot"), "Value must be one of (p-1). Did you mean Parrot (p-1)?"],
  ["a choice of numbers", typed("meals:Tweny"), 'Value "Tweny" is not int. Did you mean Twenty (20)?'],
  ["a user as a part", use({ who: "bbo" }), 'there is no user "bbo"; did you mean "bob"?'],
  ["a channel as a part", use({ where: "genral" }), 'there is no channel "genral"; did you mean "#general"?'],
  ["a role as a part", use({ role: "Moderatr" }), 'there is no role "Moderatr"; did you mean "Moderator"?'],
  ["a user or role as a part", use({ whom: "Moderatr" }), 'there is no role "Moderatr"; did you mean "Moderator"?'],
  ["a choice as a part", use({ pet: "Parot" }), "Did you mean Parrot (p-1)?"],
  ["an option as a part", use({ hwo: "bob" }), "This command has no such option. Did you mean who?"]
]

describe("a suggestion", () => {
  it.live.each(cases)("is there for %s", ([, step, suggested]) =>
    Effect.gen(function* () {
      const components = [row({ type: 3, custom_id: "pick", options: [{ label: "One", value: "1" }] })]
      const { play, failing } = yield* playing(() => saying("hi", { components }))
      yield* play({ app: { post: "/applications/{application}/commands", body: GIVE } }, { ...ALICE_HERE, use: "/ban" })
      assert.include((yield* failing(step)).message, String(suggested))
    })
  )
})
