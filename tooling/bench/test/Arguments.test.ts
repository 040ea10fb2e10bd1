import { expect, it } from "vitest"
import { parse, UsageError, usage } from "../src/Arguments.ts"

const known = ["list", "start", "use"]

it("without names every benchmark runs", () => {
  expect(parse([], known)).toEqual({
    names: known,
    seconds: 2,
    json: "bench-results.json",
    program: undefined,
    profile: undefined,
    check: false,
    record: false,
    parts: false,
    size: { commands: 1_000_000, guilds: 100_000, sessions: 10_000 }
  })
})

it("some run only when they are named", () => {
  expect(parse([], known, ["start"])).toMatchObject({ names: ["list", "use"] })
  expect(parse(["start"], known, ["start"])).toMatchObject({ names: ["start"] })
  expect(usage(known, ["start"])).toContain("(default: all but start)")
})

it("named benchmarks run in the order of the table, once each", () => {
  expect(parse(["use", "list", "use"], known)).toMatchObject({ names: ["list", "use"] })
})

it("flags and names mix", () => {
  const args = [
    "--seconds",
    "0.5",
    "start",
    "--json",
    "out.json",
    "--check",
    "--record",
    "--profile=prof",
    "--program",
    "main.js",
    ...["--commands", "20", "--guilds", "3", "--sessions=4"]
  ]
  expect(parse(args, known)).toEqual({
    names: ["start"],
    seconds: 0.5,
    json: "out.json",
    program: "main.js",
    profile: "prof",
    check: true,
    record: true,
    parts: false,
    size: { commands: 20, guilds: 3, sessions: 4 }
  })
})

it("help is help, beside anything else that can be read", () => {
  expect(parse(["list", "--help"], known)).toBe("help")
  expect(usage(known)).toContain("examples: npm run bench -- list start")
})

it.each([
  { args: ["lists"], says: "no benchmark is called lists; there are list, start, use" },
  { args: ["--seconds", "0"], says: "--seconds takes a number above 0" },
  { args: ["--seconds", "soon"], says: "--seconds takes a number above 0" },
  { args: ["--sessions", "0"], says: "--sessions takes a whole number from 1 to 30000" },
  { args: ["--guilds", "1.5"], says: "--guilds takes a whole number" },
  { args: ["--fast"], says: "--fast" },
  { args: ["list", "--parts"], says: "--parts measures one write and judges nothing" }
])("$args is refused in one line", ({ args, says }) => {
  const attempt = () => parse(args, known)
  expect(attempt).toThrow(UsageError)
  expect(attempt).toThrow(says)
})
