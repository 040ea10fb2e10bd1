import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { Stages } from "@backlot/player/stage/Stage"
import { BOUNDS } from "@backlot/scenario/Bounds"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { accountOf } from "../src/check/CheckRegistered.ts"
import { ask } from "../src/control/ControlAsk.ts"
import * as GivenStages from "../src/stage/GivenStages.ts"
import { exported, imported } from "../src/world/ServerWorld.ts"

/** The URL of a server that answers so. */
const listening = Effect.fnUntraced(function* (answer: RequestListener) {
  const server = createServer(answer)
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      server.close()
      server.closeAllConnections()
    })
  )
  yield* Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)))
  // A TCP listener has an address with a port.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

const round = Effect.promise(() => new Promise((go) => setImmediate(go)))

/** What it fails with, while a clock passes that nobody has to wait for. */
const failure = <A, E>(effect: Effect.Effect<A, E>) => {
  const passing = Effect.forever(Effect.andThen(round, TestClock.adjust(100)))
  return Effect.orDie(Effect.raceFirst(Effect.flip(effect), passing))
}

const against = { token: undefined, controlToken: undefined, application: undefined }
const anyWorld = { world: undefined, clock: "real", storage: "memory" } as const
const opened = (url: string) =>
  Effect.scoped(Effect.flatMap(Stages, ({ open }) => open(anyWorld))).pipe(
    Effect.provide(GivenStages.layer({ url, token: undefined }, { seed: 1 }))
  )

it.effect.each([
  ["limits", "off"],
  ["ids", "clock"],
  ["seed", 7]
] as const)("simulate --server cannot change the %s of the server", ([name, other]) =>
  Effect.gen(function* () {
    const asked = { ...anyWorld, seed: 1, [name]: other }
    const server = GivenStages.layer({ url: "http://127.0.0.1:1", token: undefined }, { seed: 1 })
    const opening = Effect.flatMap(Stages, ({ open }) => Effect.scoped(open(asked))).pipe(Effect.provide(server))
    expect((yield* Effect.flip(opening)).message).toBe(
      `\`${name}\` can not be set on a server that runs already: start it with --${name}`
    )
  })
)

describe("a server that accepts and never answers ends, with its URL and the limit,", () => {
  const server = (url: string) => ({ kind: "server", url, token: undefined }) as const

  it.effect.each<
    [what: string, by: (url: string) => Effect.Effect<unknown, { readonly message: string }>, line: string]
  >([
    ["check --against", (url) => accountOf(url, against), "/control/v1/world did not answer within 2m"],
    [
      "check with a token",
      (url) => accountOf(url, { ...against, token: { value: "t", by: "flag" } }),
      "@me did not answer within 30s"
    ],
    ["world export", (url) => exported(server(url), "json"), "/control/v1/world did not answer within 2m"],
    [
      "world import",
      (url) => imported(server(url), { file: "w.json", text: "{}" }),
      "did not answer within 2m; it is not known whether the world was replaced: look, or try again"
    ],
    ["simulate --server", opened, "/control/v1/world did not answer within 2m"]
  ])("%s", ([, by, line]) =>
    Effect.gen(function* () {
      const url = yield* listening(() => {})
      const { message } = yield* failure(by(url))
      expect(message.startsWith(url) && message.endsWith(line) ? line : message).toBe(line)
      expect(message).not.toContain("\n")
    })
  )
})

it.live("an answer without end is given up", () =>
  Effect.gen(function* () {
    const url = yield* listening((_, response) => {
      const bytes = Buffer.alloc(4 * 1024 * 1024, "x")
      const write = (): void => {
        while (!response.destroyed && response.write(bytes)) {}
      }
      response.on("drain", write)
      write()
    })
    const told = yield* Effect.flip(ask(url, {}, { ...BOUNDS.answerBody, value: 1024 * 1024 }))
    expect(told).toMatchObject({ message: `${url} answered more than 1 MiB` })
  })
)
