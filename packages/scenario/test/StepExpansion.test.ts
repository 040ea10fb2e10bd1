import { describe, expect, it } from "vitest"
import { judgeFile } from "../src/file/ScenarioJudge.ts"
import { expand } from "../src/file/StepExpansion.ts"
import { textFiles } from "../src/file/TextFiles.ts"

const faultsOf = (step: object, sound: WeakSet<object>) => {
  const source = { file: "a.yaml", files: [], value: { steps: [step] }, sound, locate: () => place }
  return expand(source, new Map(), { text: "hello" }, textFiles({})).faults.map(({ message }) => message)
}
const place = { file: "a.yaml", line: 1, column: 1 }

describe("a step", () => {
  it("that was found sound with its file is not judged again", () => {
    const [sound, unsound] = [{ say: "hello" }, { say: 5 }]
    const found = new WeakSet<object>()
    judgeFile({ name: "a", steps: [sound, unsound] }, found)
    expect([found.has(sound), found.has(unsound)]).toEqual([true, false])
    // The problem that a second judgement would find.
    const message = ["must be a text or an object, not a number; put 5 between quotes"]
    expect(faultsOf(unsound, new WeakSet())).toEqual(message)
    expect(faultsOf(unsound, new WeakSet([unsound]))).toEqual([])
  })

  it("with variables is judged with their values", () => {
    const step = { use: { command: "${text}" }, locale: "${text}", until: "${text}" }
    expect(faultsOf(step, new WeakSet([step]))).toEqual(['"hello" is not one of acknowledged, responded'])
  })
})
