/** Broken apps whose answers are all right: the scenario fails all the same, unless it allows what they do. */
import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Scenario } from "@backlot/scenario/Scenario"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { temporaryFolder } from "./EmbeddedStages.ts"
import { BOT } from "./Harbour.ts"
import { loaded } from "./Loaded.ts"
import { onServers, overAfter, played } from "./Played.ts"

/** The moment that a run gives apps after the last step. */
const MOMENT_MS = 200

/** Plays a use with the bot that does this after its answer, within the moment that it has for it. */
const after = (deed: string, more: Partial<Scenario> = {}) =>
  onServers(
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const answered = "body: JSON.stringify({ type: 4, data: { content } })\n  })\n"
      expect(BOT).toContain(answered)
      const done = join(folder, "done")
      const telling = `;(await import("node:fs")).writeFileSync(${JSON.stringify(done)}, "")`
      writeFileSync(join(folder, "app.mjs"), BOT.replace(answered, `${answered}  ${deed}\n  ${telling}\n`))
      const look = Effect.sync(() => existsSync(done))
      const isDone = Effect.repeat(Effect.delay(look, 5), { until: (exists) => exists })
      const app = { command: `${JSON.stringify(process.execPath)} app.mjs` }
      const steps = [{ as: "alice", in: "general", use: "/echo text:hi", expect: { message: { content: "hi" } } }]
      const run = played([loaded({ name: "echo", app, steps, ...more }, folder)])
      const { attempt, verdict } = yield* overAfter(run, MOMENT_MS, deed.includes("exit") ? Effect.void : isDone)
      return [verdict, attempt?.failure]
    })
  )

const CALLBACK = '"/v10/interactions/" + d.id + "/" + d.token + "/callback"'
const post = (path: string, body: string) =>
  `await fetch(rest + ${path}, { method: "POST", headers: json, body: JSON.stringify(${body}) })`

const TWICE = post(CALLBACK, "{ type: 4, data: { content } }")
const UNKNOWN = post('"/v10/channels/1/messages"', "{ content }")
const LACKING = 'await fetch(rest + "/v10/guilds/" + d.guild_id + "/member-verification", { headers: json })'

describe("an app that is broken behind its answers", () => {
  it.live("passes when it does nothing wrong", () =>
    Effect.gen(function* () {
      expect(yield* after("")).toEqual(["passed", undefined])
    })
  )

  it.live("fails where a call was refused that no step expected, with call, code, reason and step", () =>
    Effect.gen(function* () {
      const [verdict, failure] = yield* after(TWICE)
      expect(verdict).toBe("failed")
      expect(failure).toMatch(
        /^Every step held, but calls of the app were refused \(`allow: \[refused_calls\]` accepts this\):\n {2}POST \/interactions\/\d+\/\{interaction_token\}\/callback was answered 400: 40060 Interaction has already been acknowledged\.; in step 1 \(alice in #general uses \/echo text:hi\)$/
      )
      expect((yield* after(UNKNOWN))[1]).toMatch(
        /POST \/channels\/1\/messages was answered 404: 10003 Unknown Channel; in step 1/
      )
    })
  )

  it.live("fails where it ends in the moment after the last step", () =>
    Effect.gen(function* () {
      const deed = 'setTimeout(() => { throw new Error("too late") }, 1)\n  await new Promise(() => {})'
      const [verdict, failure] = yield* after(deed)
      expect(verdict).toBe("failed")
      expect(failure).toMatch(/ended with exit code 1/)
    })
  )

  it.live("fails where it calls what Backlot lacks", () =>
    Effect.gen(function* () {
      const [verdict, failure] = yield* after(LACKING)
      expect(verdict).toBe("failed")
      expect(failure).toMatch(/`allow: \[not_implemented\]` .*\n {2}GET .*get_guild_member_verification/)
    })
  )

  it.live.each([
    ["refused_calls", UNKNOWN],
    ["exit", "process.exit(1)"],
    ["not_implemented", LACKING]
  ] as const)("passes with allow: [%s]", ([allowed, deed]) =>
    Effect.gen(function* () {
      expect(yield* after(deed, { allow: [allowed] })).toEqual(["passed", undefined])
    })
  )

  it.live("is not blamed for what a step calls itself", () =>
    Effect.gen(function* () {
      const steps = [
        { as: "alice", in: "general", use: "/echo text:hi" },
        { app: { post: "/channels/1/messages", body: { content: "x" } }, expect: { status: 404 } },
        { app: { get: "/guilds/1/member-verification" }, expect: { status: 404 } }
      ]
      expect(yield* after("", { steps })).toEqual(["passed", undefined])
    })
  )
})
