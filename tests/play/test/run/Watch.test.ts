import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Watch from "@backlot/simulator/run/Watch"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { temporaryFolder } from "./EmbeddedStages.ts"

describe("a change concerns", () => {
  const adopt = { file: "/s/adopt.yaml", sources: ["/s/adopt.yaml", "/s/world.yaml"], folders: ["/app"] }
  const vet = { file: "/s/vet.yaml", sources: ["/s/vet.yaml", "/s/world.yaml", "/s/shared.yaml"], folders: [] }

  it.each<[what: string, changed: ReadonlyArray<string>, files: ReadonlyArray<string>]>([
    ["the scenario file that changed", ["/s/vet.yaml"], ["/s/vet.yaml"]],
    ["those with the world that changed", ["/s/world.yaml"], ["/s/adopt.yaml", "/s/vet.yaml"]],
    ["those that import what changed", ["/s/shared.yaml"], ["/s/vet.yaml"]],
    ["those whose program has it in its folder", ["/app/src/main.js"], ["/s/adopt.yaml"]],
    ["nothing else", ["/apple/main.js", "/s/notes.txt"], []]
  ])("%s", (_, changed, files) => {
    expect(Watch.concerned([adopt, vet], new Set(changed))).toEqual(files)
  })

  it("not the program of a scenario that lies in its folder, when only another scenario changed", () => {
    const beside = { ...adopt, folders: ["/s"] }
    expect(Watch.concerned([beside, vet], new Set(["/s/vet.yaml"]))).toEqual(["/s/vet.yaml"])
  })
})

it.live("of more changes than are told apart, all that is watched has changed", () =>
  Effect.gen(function* () {
    const folder = yield* temporaryFolder
    const names = Array.from({ length: 9 }, (_, index) => join(folder, `${index}.yaml`))
    const watch = yield* Watch.open([], 4)
    yield* watch.add([folder, join(folder, "scenario.yaml")])
    const burst = Effect.gen(function* () {
      const changed = yield* Effect.forkChild(watch.changed)
      for (const name of names) writeFileSync(name, String(Math.random()))
      return yield* Fiber.join(changed)
    })
    // A slow machine tells the changes of a burst one by one.
    const isWhole = (told: ReadonlySet<string>) => told.has(join(folder, "scenario.yaml"))
    const told = yield* Effect.repeat(burst, { until: isWhole, times: 50 })
    expect([...told]).toContain(join(folder, "scenario.yaml"))
    expect(told.size).toBeLessThanOrEqual(4 + 1 + 2)
  })
)

it.live("a change is told though others never end", () =>
  Effect.gen(function* () {
    const folder = yield* temporaryFolder
    const watch = yield* Watch.open()
    yield* watch.add([folder])
    let times = 0
    const writing = Effect.sync(() => writeFileSync(join(folder, "log.txt"), String(times++)))
    yield* Effect.forkChild(Effect.forever(Effect.andThen(writing, Effect.sleep("20 millis"))))
    expect([...(yield* watch.changed)]).toEqual([join(folder, "log.txt")])
  })
)

it.live("changes are told together, but not those of what we write or of tools", () =>
  Effect.gen(function* () {
    const folder = yield* temporaryFolder
    const path = (name: string) => join(folder, name)
    for (const name of ["node_modules", "out"]) mkdirSync(path(name))
    for (const name of ["a.yaml", "b.yaml"]) writeFileSync(path(name), "1")
    const watch = yield* Watch.open([path("out"), path("report.html")])
    yield* watch.add([folder])
    const changed = yield* Effect.forkChild(watch.changed)
    for (const name of ["node_modules/x.js", "out/t.txt", "report.html", "a.yaml", "b.yaml"])
      writeFileSync(path(name), "2")
    expect([...(yield* Fiber.join(changed))].sort()).toEqual([path("a.yaml"), path("b.yaml")])
    expect([...(yield* watch.missed)]).toEqual([])
  })
)
