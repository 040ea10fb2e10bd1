import { delimiter, join } from "node:path"
import { expect, it } from "vitest"
import { openerOf } from "../src/open/AppBrowser.ts"

const PATH = ["/usr/local/bin", "/usr/bin"].join(delimiter)
const having =
  (...files: ReadonlyArray<string>) =>
  (file: string) =>
    files.includes(file)

it.each([
  [
    "linux",
    ["/usr/bin/xdg-open", "/usr/bin/google-chrome", "/usr/local/bin/chromium"],
    "/usr/local/bin/chromium",
    true
  ],
  ["linux", ["/usr/bin/xdg-open"], "xdg-open", false],
  [
    "darwin",
    ["/Applications/Chromium.app/Contents/MacOS/Chromium"],
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    true
  ],
  ["darwin", [], "open", false]
] as const)("on %s with %j the console opens by %s", (platform, files, command, asApp) => {
  expect(openerOf(platform, { PATH }, having(...files.map((file) => join(file))))).toEqual({
    command: [command],
    asApp
  })
})

it("on a system without a browser nothing opens it", () => {
  expect(openerOf("linux", { PATH }, having())).toBeUndefined()
})
