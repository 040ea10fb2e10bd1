/** Every rule can fail: each is shown a small repository that breaks it, and one that breaks none. */
import { expect, it } from "vitest"
import { type Files, fromFiles } from "../src/Repository.ts"
import { rules } from "../src/Rules.ts"
import { good, samples } from "./Samples.ts"

const overlay = (bad: Readonly<Record<string, string>>): Files => new Map(Object.entries({ ...good, ...bad }))

it("every rule has a sample that breaks it", () => {
  const broken = new Set(samples.map(({ rule }) => rule))
  expect(rules.filter((rule) => !broken.has(rule)).map(({ sentence }) => sentence)).toEqual([])
})

for (const { sentence, offences } of rules) {
  it(`a good repository does not break: ${sentence}`, () => {
    expect(offences(fromFiles(overlay({})))).toEqual([])
  })
}

for (const { rule, bad, offence } of samples) {
  it(`"${offence}" breaks: ${rule.sentence}`, () => {
    expect(rule.offences(fromFiles(overlay(bad)))).toEqual([offence])
  })
}
