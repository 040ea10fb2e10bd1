/** Libraries give up after a refused login without showing the cause; the server's log shows it. */
import { gateway } from "@backlot/domain/base/Limits"
import { assert, describe, it } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import { embed } from "../../src/Embed.ts"
import { collect } from "../fixture/Logs.ts"
import { SECRETS } from "../fixture/Running.ts"
import { connectTo, IDENTIFY } from "./Bot.ts"
import { given, INTENTS } from "./World.ts"

/** Starts a server with its log, and a client that sends one frame and is closed. */
const served = (
  test: (
    refused: (op: number, d: object, query?: string) => Effect.Effect<void>,
    lines: () => ReadonlyArray<string>
  ) => Effect.Effect<void, never, Scope.Scope>
) => {
  const logs = collect()
  const lines = () => logs.lines.filter((line) => line.includes("was refused"))
  return Effect.flatMap(embed({ world: given, limits: "observe" }), ({ addresses }) => {
    const refused = (op: number, d: object, query = "v=10") =>
      Effect.scoped(
        Effect.gen(function* () {
          const bot = yield* Effect.orDie(connectTo(`${addresses.gateway_url}?${query}`))
          bot.send(op, d)
          yield* bot.closed
        })
      )
    return test(refused, lines)
  }).pipe(Effect.scoped, Effect.provide(logs.layer))
}

describe("a login that is refused for good", () => {
  it.live.each([
    ["4004", { token: "a-wrong-token" }, "token of no bot"],
    ["4010", { shard: [2, 2] }, "shard"],
    ["4013", { intents: 1 << 30 }, "no intents"],
    ["4014", { intents: INTENTS.GUILD_MEMBERS }, "GATEWAY_GUILD_MEMBERS"]
  ] as const)("is a warning with its code and reason: %s", ([code, d, reason]) =>
    served((refused, lines) =>
      Effect.gen(function* () {
        yield* refused(2, { ...IDENTIFY, ...d })
        const [line = "", ...others] = lines()
        assert.deepStrictEqual(others, [])
        assert.match(line, /^Warn/)
        assert.include(line, code)
        assert.include(line, reason)
        assert.notInclude(line, "a-wrong-token")
        assert.notInclude(line, SECRETS.bot)
      })
    )
  )

  it.live("is told a few times only when there are many", () =>
    served((refused, lines) =>
      Effect.gen(function* () {
        const many = Array.from({ length: gateway.refusalLines.perWindow * 3 }, (_, i) => (1 << 30) + i)
        yield* Effect.forEach(many, (intents) => refused(2, { ...IDENTIFY, intents }), { concurrency: "unbounded" })
        assert.isAtLeast(lines().length, 1)
        assert.isAtMost(lines().length, gateway.refusalLines.perWindow * 2)
      })
    )
  )

  it.live("is not what a client is told that may come again", () =>
    served((refused, lines) =>
      Effect.gen(function* () {
        yield* refused(99, {})
        yield* refused(3, {})
        assert.deepStrictEqual(lines(), [])
      })
    )
  )
})
