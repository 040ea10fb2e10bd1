/** A process that starts a program and is killed: AppUnderTest.test.ts. */

import * as ProgramGroup from "@backlot/simulator/run/ProgramGroup"
import { ProgramOutput } from "@backlot/simulator/run/ProgramOutput"
import { Effect } from "effect"

const [, , port] = process.argv
const output = new ProgramOutput(() => 0)
const script = `require("node:net").connect(${port}, "127.0.0.1", () => console.log("up"))`
const command = `${JSON.stringify(process.execPath)} -e '${script}'`
output.onChange(() => console.log(output.text))
await Effect.runPromise(
  Effect.scoped(
    Effect.andThen(ProgramGroup.start({ command, cwd: process.cwd(), environment: {} }, output), Effect.never)
  )
)
