import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { Stages } from "@backlot/player/stage/Stage"
import { BOUNDS } from "@backlot/scenario/Bounds"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it, onTestFinished } from "vitest"
import { accountOf } from "../src/check/CheckRegistered.ts"
import { ask } from "../src/control/ControlAsk.ts"
import * as GivenStages from "../src/stage/GivenStages.ts"
import { exported, imported } from "../src/world/ServerWorld.ts"

/** The URL of a server that answers so. */
const listening = async (answer: RequestListener): Promise<string> => {
  const server = createServer(answer)
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  // A TCP listener has an address with a port.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const round = Effect.promise(() => new Promise((go) => setImmediate(go)))

/** What it fails with, while a clock passes that nobody has to wait for. */
const failure = <A, E>(effect: Effect.Effect<A, E>): Promise<E> => {
  const passing = Effect.forever(Effect.andThen(round, TestClock.adjust(100)))
  const raced = Effect.raceFirst(Effect.flip(effect), passing)
  return Effect.runPromise(Effect.scoped(Effect.provide(Effect.orDie(raced), TestClock.layer())))
}

const against = { token: undefined, controlToken: undefined, application: undefined }
const anyWorld = { world: undefined, clock: "real", storage: "memory", ids: "wall" } as const
const opened = (url: string) =>
  Effect.scoped(Effect.flatMap(Stages, ({ open }) => open(anyWorld))).pipe(
    Effect.provide(GivenStages.layer({ url, token: undefined }))
  )

describe("a server that accepts and never answers ends, with its URL and the limit,", () => {
  const server = (url: string) => ({ kind: "server", url, token: undefined }) as const

  it.each<[what: string, by: (url: string) => Effect.Effect<unknown, { readonly message: string }>, line: string]>([
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
  ])("%s", async (_, by, line) => {
    const url = await listening(() => {})
    const { message } = await failure(by(url))
    expect(message.startsWith(url) && message.endsWith(line) ? line : message).toBe(line)
    expect(message).not.toContain("\n")
  })
})

it("an answer without end is given up", async () => {
  const url = await listening((_, response) => {
    const bytes = Buffer.alloc(4 * 1024 * 1024, "x")
    const write = (): void => {
      while (!response.destroyed && response.write(bytes)) {}
    }
    response.on("drain", write)
    write()
  })
  const told = await Effect.runPromise(Effect.flip(ask(url, {}, { ...BOUNDS.answerBody, value: 1024 * 1024 })))
  expect(told).toMatchObject({ message: `${url} answered more than 1 MiB` })
})
