import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync, watch, writeFileSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { childEnvironment } from "@backlot/test-judges/official/ChildEnvironment"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type ControlDocument, type ControlRequest, judgeBy } from "./ControlRequest.ts"
import { type Recorder, recordBefore } from "./Recorder.ts"

const EXAMPLE = join(import.meta.dirname, "..")
const PROGRAM = join(EXAMPLE, "../../apps/cli/dist/main.js")
const TESTS = /Ran 6 tests in [\d.]+s\s+OK/

const python = spawnSync("python3", ["--version"]).status === 0 ? "python3" : undefined
const MISSING = "THE PYTHON EXAMPLE WAS NOT RUN: there is no python3 in PATH."

/** What `python3 -m unittest` prints, run by another program; where there is no Python, that it was not run, loudly. */
const unittest = async (
  variables: Readonly<Record<string, string>>,
  by: ReadonlyArray<string> = []
): Promise<string> => {
  if (python === undefined) {
    process.stderr.write(`\n${MISSING}\n\n`)
    return MISSING
  }
  const [program = python, ...args] = [...by, python, "-B", "-m", "unittest", "-v"]
  const child = spawn(program, args, {
    cwd: EXAMPLE,
    env: { ...childEnvironment(), ...variables },
    stdio: ["ignore", "ignore", "pipe"]
  })
  return text(child.stderr)
}

/** What a run prints where it could run. */
const passed = python === undefined ? MISSING : TESTS

describe("the Python example", () => {
  let folder: string
  let recorder: Recorder
  let document: ControlDocument
  let stop: () => void
  let rest_url: string

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "backlot-python-"))
    const ready = await serve(folder)
    stop = ready.stop
    rest_url = ready.rest_url
    recorder = await recordBefore(ready.control_url)
    // The document describes itself: it is one of OpenAPI.
    document = (await (await fetch(`${ready.control_url}/openapi.json`)).json()) as ControlDocument
  })

  afterAll(() => {
    recorder.stop()
    stop()
    rmSync(folder, { recursive: true })
  })

  it("starts a server of its own, by the program that its README names whatever `node` is in PATH, and passes", async () => {
    const [, named = ""] =
      /^BACKLOT="(.+)" python3 -m unittest -v$/m.exec(readFileSync(join(EXAMPLE, "README.md"), "utf8")) ?? []
    expect(named).toContain("apps/cli/dist/main.js")
    // An old one, as far as the program is concerned.
    writeFileSync(join(folder, "node"), "#!/bin/sh\necho 'another node' >&2; exit 9\n", { mode: 0o755 })
    const PATH = `${folder}:${childEnvironment()["PATH"] ?? ""}`
    expect(await unittest({ BACKLOT: named, PATH })).toMatch(passed)
  })

  it("passes beside a server that runs, and sends only what the control plane's document describes", async () => {
    const output = await unittest({
      BACKLOT_APP_CONTROL_URL: recorder.url,
      BACKLOT_APP_REST_URL: rest_url,
      BACKLOT_APP_CONTROL_TOKEN: ""
    })
    expect(output).toMatch(passed)
    const judge = judgeBy(document)
    expect(recorder.requests.flatMap((request) => judge(request).map((fault) => `${request.path} ${fault}`))).toEqual(
      []
    )
    const kinds = new Set(recorder.requests.map(({ method, path }) => `${method} ${path.replace(/\d{15,}/g, "ID")}`))
    expect(kinds.size).toBeGreaterThanOrEqual(python === undefined ? 0 : 10)
  })

  it("passes in `backlot exec`, as its README has it", async () => {
    const output = await unittest({}, [process.execPath, PROGRAM, "exec", "--"])
    expect(output).toMatch(passed)
    expect(output).toMatch(python === undefined ? MISSING : /unittest -v ended with exit code 0 after /)
  })

  const nowhere = {
    BACKLOT_APP_CONTROL_URL: "http://127.0.0.1:1/control/v1",
    BACKLOT_APP_REST_URL: "http://127.0.0.1:1"
  }
  it.each<[what: string, variables: Readonly<Record<string, string>>, line: RegExp]>([
    [
      "a program that is not there",
      { BACKLOT: "no-such-program" },
      /^no-such-program cannot be started \(No such file/
    ],
    [
      "a program that ends",
      { BACKLOT: `${process.execPath} -e process.exit(3)` },
      /^\S+ -e process\.exit\(3\) serve ended with exit code 3: let BACKLOT name the program, or run `backlot exec/
    ],
    [
      "a server that is gone",
      nowhere,
      /^No server answers at BACKLOT_APP_CONTROL_URL and _REST_URL \(.*refused\S*: run/
    ],
    [
      "half of its variables",
      { BACKLOT_APP_CONTROL_URL: "" },
      /^No server answers at BACKLOT_APP_CONTROL_URL and _REST_URL \(unknown url type.*: run `backlot exec/
    ]
  ])("tells of %s in a line, without a traceback", async (_, variables, line) => {
    const output = await unittest(variables)
    expect(output.trimEnd()).toMatch(python === undefined ? MISSING : line)
    expect(output.trimEnd()).not.toContain("\n")
  })

  it("tells of what is no HTTP server in a line, without a traceback", async () => {
    const other = createServer((socket) => socket.end("SSH-2.0-other\r\n")).listen(0, "127.0.0.1")
    await once(other, "listening")
    // Of a server that listens at a port.
    const { port } = other.address() as AddressInfo
    const output = await unittest({ ...nowhere, BACKLOT_APP_CONTROL_URL: `http://127.0.0.1:${port}/control/v1` })
    other.close()
    expect(output.trimEnd()).toMatch(python === undefined ? MISSING : /^No server answers at .*SSH-2\.0-other.*: run/)
    expect(output.trimEnd()).not.toContain("\n")
  })

  const users = "/users/300000000000000001/channels/200000000000000021"
  it.each<[string, ControlRequest, string]>([
    ["another method", { method: "PUT", path: "/reset", body: "" }, "PUT /control/v1/reset is no operation"],
    ["an unknown query", { method: "GET", path: `${users}/commands?search=a`, body: "" }, "unknown query search"],
    ["a body of another type", { method: "POST", path: `${users}/interactions`, body: '{"text":1}' }, "must be string"],
    ["a body where none is read", { method: "POST", path: "/reset", body: "{}" }, "a body that nobody reads"]
  ])("would not pass with %s", (_, request, fault) => {
    expect(judgeBy(document)(request).join()).toContain(fault)
  })
})

interface Ready {
  readonly control_url: string
  readonly rest_url: string
  readonly stop: () => void
}

const serve = (folder: string): Promise<Ready> =>
  new Promise((resolve, reject) => {
    const file = join(folder, "ready.json")
    const args = ["serve", "--port", "0", "--memory", "--clock", "frozen", "--ready-file", file]
    const child = spawn(process.execPath, [PROGRAM, ...args], { env: childEnvironment(), stdio: "ignore" })
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)))
    const watcher = watch(folder, (_, name) => {
      if (name !== "ready.json") return
      watcher.close()
      resolve({ ...JSON.parse(readFileSync(file, "utf8")), stop: () => child.kill("SIGTERM") })
    })
  })
