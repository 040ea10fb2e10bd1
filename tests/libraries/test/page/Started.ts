/** `backlot start`, as pages of the documentation have it, until the test is over. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { childEnvironment } from "@backlot/test-judges/official/ChildEnvironment"
import { onTestFinished } from "vitest"
import { ROOT } from "../ExampleFiles.ts"

export const PROGRAM = join(ROOT, "apps/cli/dist/main.js")

/** The shell blocks of a page, as one script. */
export const scriptOf = (page: string): string =>
  Array.from(page.matchAll(/^```sh\n([\s\S]*?)^```/gm), ([, block = ""]) => block).join("")

export const start = async (): Promise<{ readonly url: string; readonly folder: string }> => {
  const folder = mkdtempSync(join(tmpdir(), "backlot-page-"))
  const ready = join(folder, "ready.json")
  const args = [PROGRAM, "start", "--memory", "--port", "0", "--ready-file", ready]
  const child = spawn(process.execPath, args, { cwd: ROOT, env: childEnvironment() })
  onTestFinished(async () => {
    const ended = once(child, "exit")
    child.kill("SIGTERM")
    await ended
    rmSync(folder, { recursive: true })
  })
  let printed = ""
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    printed += chunk
    if (printed.includes("Demo app ready")) break
  }
  return { url: JSON.parse(readFileSync(ready, "utf8")).url, folder }
}
