import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import type { InteractionOption } from "../../src/interaction/Interaction.ts"
import { type CommandOption, OptionType } from "../../src/record/ApplicationCommand.ts"
import { parseText } from "../../src/typing/CommandText.ts"
import { renderText } from "../../src/typing/CommandTextRender.ts"
import { validateUse } from "../../src/typing/Options.ts"
import {
  alice,
  animals,
  blep,
  bob,
  choice,
  command,
  directory,
  everyType,
  general,
  moderator,
  option,
  permissions,
  upload
} from "./PetShop.ts"

/** Numerical Recipes' linear congruential generator: the same draws on every run. */
const draws = (seed: number) => {
  let state = seed >>> 0
  const below = (end: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * end)
  }
  const pick = <A>(items: ReadonlyArray<A>): A => {
    const item = items[below(items.length)]
    if (item === undefined) throw new Error("nothing to pick from")
    return item
  }
  return { below, pick }
}

type Draws = ReturnType<typeof draws>

const fragments = ["Rex", " ", "  ", '"', "\\", ":", " text:", "count:", "\n", "é", "👩‍🚀", "@alice", "<@1>", "5"]

const text = (d: Draws) => Array.from({ length: 1 + d.below(8) }, () => d.pick(fragments)).join("")

const values: { readonly [name: string]: (d: Draws) => string | number | boolean } = {
  text,
  count: (d) => d.below(2 ** 31) * d.pick([1, -1, 2 ** 22]),
  loud: (d) => d.pick([true, false]),
  user: (d) => d.pick([alice, bob]),
  channel: () => general,
  role: () => moderator,
  who: (d) => d.pick([alice, moderator]),
  weight: (d) => d.pick([0.1, -2.5, 1e-7, 2 ** 53, -(2 ** 53), 3]),
  photo: () => upload,
  animal: (d) => d.pick(animals).value,
  size: (d) => d.pick([1, 2])
}

const swapped = option(4, "size", { choices: [choice("1", 2), choice("2", 1)] })
const leaves = [...everyType, option(3, "animal", { choices: animals }), swapped]
const commands = [
  command("all", leaves, { name_localizations: { de: "alles" } }),
  command("group", [
    option(2, "g", { options: [option(1, "s", { options: leaves })] }),
    option(1, "t", { name_localizations: { de: "ß" }, options: leaves })
  ])
]

const filled = (d: Draws, declared: ReadonlyArray<CommandOption>): ReadonlyArray<InteractionOption> => {
  const rest = [...declared]
  const options: Array<InteractionOption> = []
  for (let left = d.below(declared.length + 1); left > 0; left--) {
    const [one] = rest.splice(d.below(rest.length), 1)
    const value = one && values[one.name]?.(d)
    if (one !== undefined && value !== undefined) options.push({ name: one.name, type: one.type, value })
  }
  return options
}

const nested = (d: Draws, declared: ReadonlyArray<CommandOption>): ReadonlyArray<InteractionOption> => {
  if (declared.every((one) => one.type !== OptionType.SUB_COMMAND && one.type !== OptionType.SUB_COMMAND_GROUP)) {
    return filled(d, declared)
  }
  const { name, type, options = [] } = d.pick(declared)
  return [{ name, type, options: nested(d, options) }]
}

describe("what is written is read back", () => {
  for (const seed of [1, 2, 3, 4]) {
    it(`for 250 random uses (seed ${seed})`, () => {
      const d = draws(seed)
      for (let run = 0; run < 250; run++) {
        const picked = d.pick(commands)
        const locale = d.pick(["en-US", "de"] as const)
        const options = nested(d, picked.options ?? [])
        const written = renderText(picked, options, locale)
        const parsed = Result.getOrThrow(parseText(written, { candidates: commands, locale, directory }))
        const used = Result.getOrThrow(validateUse(parsed.command, parsed.options, directory))
        assert.deepStrictEqual([parsed.command.name, used.options], [picked.name, options], `run ${run}: ${written}`)
      }
    })
  }
})

describe("a use is written", () => {
  it("in the words of the locale", () => {
    const options = [{ name: "animal", type: 3, value: "animal_dog" }] as const
    assert.strictEqual(renderText(blep, options, "en-US"), "/blep animal:Dog")
    assert.strictEqual(renderText(blep, options, "de"), "/blep animal:Hund")
  })

  it("with mentions and its subcommand", () => {
    const leaf = { name: "user", type: 6, value: alice } as const
    const options = [{ name: "user", type: 2, options: [{ name: "get", type: 1, options: [leaf] }] }] as const
    assert.strictEqual(renderText(permissions, options, "en-US"), `/permissions user get user:<@${alice}>`)
  })
})
