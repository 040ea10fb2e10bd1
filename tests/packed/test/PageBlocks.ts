/** The code of a page, made into files that run: a fragment finds what `projects/pages/PetShop.ts` has for it. */

export interface PageFile {
  readonly name: string
  readonly text: string
}

const BLOCK = /^```(\w+)\n([\s\S]*?)^```/gm

/** Tests of vitest: each block of TypeScript of a page, in its order. */
export const vitestFiles = (page: string, text: string): ReadonlyArray<PageFile> =>
  blocksOf(text, "ts").map((block, index) => ({ name: `${page}-${index}.test.ts`, text: asTest(block) }))

/** Blocks of JavaScript, as they are. */
export const scripts = (text: string): ReadonlyArray<string> => blocksOf(text, "js")

export const blocksOf = (text: string, language: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(BLOCK)).flatMap(([, kind, block = ""]) => (kind === language ? [block] : []))

const IMPORTED = /^import .+ from .+\n/gm

const asTest = (block: string): string => {
  if (/^test\(/m.test(block)) return block
  const imports = [
    ...(block.match(IMPORTED) ?? []),
    ...PREAMBLE.filter((line) => !block.includes(line.split(" from ", 1).join()))
  ].join("")
  const body = block.replace(IMPORTED, "")
  return /^beforeEach\(/m.test(body) ? `${imports}${hooked(body)}` : `${imports}${played(body)}`
}

const PREAMBLE = [
  'import { Backlot } from "backlot"\n',
  'import { Client } from "discord.js"\n',
  'import { afterEach, beforeEach, test } from "vitest"\n',
  'import { commands, open, shop } from "./PetShop.ts"\n'
]

const hooked = (body: string): string => `
let backlot: Backlot
${body}
test("a Backlot of its own", async () => {
  await backlot.as("alice").in("general").use("/adopt animal:Dog")
})
`

/** What a block declares itself hides what is there. */
const played = (body: string): string => `
test("does what the page says", async () => {
  await using stage = await open()
  const { backlot, alice, bob, carol, answer } = stage
  await (async () => {
${body}
  })()
})
`
