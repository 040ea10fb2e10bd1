/** Runs before a Node program under test, in each of its processes and threads: leads it to the front of its run. */
import { writeFileSync } from "node:fs"
import { leadAway } from "../../src/intercept/LeadAway.ts"

/** Written in front of this program, because a program may change its environment. */
declare const BACKLOT: {
  readonly port: number
  readonly outside: ReadonlyArray<string>
  readonly option: string
  /** A file by which the run knows that this was loaded. */
  readonly mark: string
  readonly mirrored?: string
  readonly tellsOthers: boolean
}

/** Package managers only start the program, and may fetch packages. */
const isRunner = /[\\/](?:npm|npx|pnpm|pnpx|yarn|corepack)(?:-cli)?(?:\.[cm]?js)?$/.test(process.argv[1] ?? "")

const { env: environment } = process

if (!isRunner) {
  leadAway({ ...BACKLOT, environment, tell: (line) => void process.stderr.write(`backlot: ${line}\n`) })
  try {
    writeFileSync(BACKLOT.mark, "")
  } catch {
    // The run has ended, or this may write no files.
  }
}
