import type { LoadedScenario } from "@backlot/scenario/file/LoadedScenario"
import { choose, type Selection } from "@backlot/simulator/run/Runner"
import { describe, expect, it } from "vitest"
import { loaded } from "./Loaded.ts"

describe("which scenarios are played", () => {
  const one = (name: string, more: Partial<LoadedScenario["scenario"]> = {}) => loaded({ name, steps: [], ...more })
  const all = [
    one("adopt", { tags: ["fast"] }),
    one("vet", { tags: ["slow"] }),
    one("walk", { tags: ["slow", "dogs"] })
  ]

  it.each<[what: string, scenarios: ReadonlyArray<LoadedScenario>, selection: Selection, names: string]>([
    ["all", all, {}, "adopt vet walk"],
    ["those whose name or file fits", all, { grep: /vet|adopt\.scenario/ }, "adopt vet"],
    ["those with one of the tags", all, { tags: ["fast", "dogs"] }, "adopt walk"],
    ["none with a tag that is not wanted", all, { tags: ["slow", "!dogs"] }, "vet"],
    ["all but", all, { tags: ["!slow"] }, "adopt"],
    ["only those that say so, while one does", [...all, one("me", { only: true })], {}, "me"],
    ["nothing, where nothing fits", all, { tags: ["cats"] }, ""]
  ])("%s", (_, scenarios, selection, names) => {
    const chosen = choose(scenarios, selection)
    expect(
      scenarios
        .filter((_, index) => chosen[index])
        .map(({ name }) => name)
        .join(" ")
    ).toBe(names)
  })
})
