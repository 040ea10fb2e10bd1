import { once } from "node:events"
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { type AddressInfo, createServer } from "node:net"
import { describe, expect, it } from "vitest"
import { parse } from "yaml"
import { Backlot, type Launched, stop } from "./Backlot.ts"
import { served } from "./Served.ts"

const backlot = Backlot.inEachTest()

const WORLD = {
  now: "2030-01-01T00:00:00.000Z",
  applications: [{ id: "1", name: "Größe", owner_id: "2", flags: ["EMBEDDED"], bot: { token: "t" } }],
  users: [{ id: "2", username: "alice" }]
}

const read = (name: string) => readFile(backlot.path(name), "utf8")

const give = (name: string, world: unknown = WORLD) => writeFile(backlot.path(name), JSON.stringify(world))

const serve = async (...args: ReadonlyArray<string>): Promise<Launched & { readonly url: string }> => {
  const server = backlot.launch(["serve", "--port", "0", "--ready-file", "ready.json", ...args])
  await server.line(/is ready/)
  return { ...server, url: JSON.parse(await read("ready.json")).url }
}

describe("world", () => {
  it.each([["export"], ["import"], ["reset"]])("%s shows an example in its help", async (name) => {
    const { code, stdout } = await backlot.run(["world", name, "--help"])
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/EXAMPLES\n(?:.*\n)*? {2}.*backlot world/)
    })
  })

  it.each(["json", "yaml"])("round-trips a data file as %s to the same text", async (format) => {
    await give("world.json")
    expect(await backlot.run(["world", "import", "world.json", "--data", "a.db"])).toMatchObject({ code: 0 })
    const first = await backlot.run(["world", "export", "--data", "a.db", "--out", `a.${format}`])
    expect(first).toMatchObject({ code: 0, stderr: "" })
    await backlot.run(["world", "import", `a.${format}`, "--data", "b.db"])
    await backlot.run(["world", "export", "--data", "b.db", "--out", `b.${format}`])
    // Time is real: all else is the same.
    const still = async (name: string) => (await read(name)).replace(/now"?: .*/, "")
    expect(await still(`b.${format}`)).toBe(await still(`a.${format}`))
    expect(parse(await read(`b.${format}`)).commands).toMatchObject([{ name: "Launch", handler: 2 }])
    expect((await stat(backlot.path(`a.${format}`))).mode & 0o777).toBe(0o600)
    expect((await readdir(backlot.folder)).filter((name) => name.endsWith(".tmp"))).toEqual([])
  })

  it("is JSON where its file says so by its name", async () => {
    await writeFile(backlot.path("world.json"), '{ "users": [], }')
    expect(await backlot.run(["world", "import", "world.json", "--data", "a.db"])).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/^world\.json:1:1\d /)
    })
  })

  it("is read from a pipe that a shell names", async () => {
    await give("world.json")
    const words = backlot.command(["world", "import", "pipe", "--data", "a.db"]).map((word) => `'${word}'`)
    const shell = `mkfifo pipe && (cat world.json > pipe & ${words.join(" ")})`
    const { PATH = "" } = process.env
    expect(await backlot.launchProgram(["sh", "-c", shell], { PATH }).ended).toMatchObject({ code: 0, stderr: "" })
    expect((await backlot.run(["world", "export", "--data", "a.db"])).stdout).toContain("Größe")
  })

  it("exports, imports and resets the world of a running server", async () => {
    await give("world.json")
    const { url } = (await served({ controlToken: "s3cret" })).addresses
    const at = ["--server", url, "--control-token", "s3cret"]
    expect(await backlot.run(["world", "import", "world.json", ...at])).toMatchObject({ code: 0, stderr: "" })
    const names = async (args: ReadonlyArray<string>) =>
      JSON.parse((await backlot.run(["world", "export", ...args])).stdout).applications.map(
        (a: { name: string }) => a.name
      )
    expect(await names(at)).toEqual(["Größe"])
    expect(await backlot.run(["world", "reset", ...at])).toMatchObject({ code: 0, stderr: "" })
    expect(await names([...at.slice(0, 1), `${url}/control/v1`, ...at.slice(2)])).toEqual(["Größe"])
    const { code, stderr } = await backlot.run(["world", "export", "--server", url])
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: expect.stringMatching(/^The server at .* refused: .*--control-token/)
    })
  })

  it.each(["server", "data"])(
    "that breaks rules is refused with the place of each fault, and nothing changes: --%s",
    async (kind) => {
      await give("world.json")
      await writeFile(backlot.path("bad.yaml"), "users:\n  - id: 1\n    usrname: x\n")
      const at =
        kind === "data" ? ["--data", "a.db"] : ["--server", (await served({ world: { users: [] } })).addresses.url]
      await backlot.run(["world", "import", "world.json", ...at])
      const { code, stderr } = await backlot.run(["world", "import", "bad.yaml", ...at])
      expect({ code, lines: stderr.trimEnd().split("\n") }).toEqual({
        code: 3,
        lines: [
          expect.stringMatching(/^bad\.yaml:2:5 users\[0\]\.username: .* \[BASE_TYPE_REQUIRED\]$/),
          expect.stringMatching(/^bad\.yaml:3:5 users\[0\]\.usrname: .* \[UNKNOWN_FIELD\]$/)
        ]
      })
      expect(JSON.parse((await backlot.run(["world", "export", ...at])).stdout).applications).toMatchObject([
        { name: "Größe" }
      ])
    }
  )

  it("names its file once in its help, and export says what becomes of the time", async () => {
    expect((await backlot.run(["world", "import", "--help"])).stdout).toMatch(/\n {2}FILE {2,}World file/)
    expect((await backlot.run(["world", "export", "--help"])).stdout).toMatch(/with the real clock its `now` is/)
  })

  it.each(["server", "data"])("with very many faults is told the first hundred: --%s", async (kind) => {
    await give("bad.json", { users: Array.from({ length: 1_200 }, () => 7) })
    const at = kind === "data" ? ["--data", "a.db"] : ["--server", (await served()).addresses.url]
    const { code, stderr } = await backlot.run(["world", "import", "bad.json", ...at])
    const lines = stderr.trimEnd().split("\n")
    expect({ code, count: lines.length, last: lines.at(-1) }).toEqual({ code: 3, count: 101, last: "… and 1,100 more" })
  })

  it.each<[method: string, args: ReadonlyArray<string>, known: string]>([
    ["PUT", ["import", "world.json"], "; it is not known whether the world was replaced: look, or try again"],
    ["GET", ["export"], ""]
  ])("whose server goes before it answers %s says that the connection broke", async (_, args, known) => {
    await give("world.json")
    const server = createServer((socket) => socket.once("data", () => socket.destroy())).listen(0, "127.0.0.1")
    await once(server, "listening")
    // It listens on TCP, so its address has a port.
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { code, stderr } = await backlot.run(["world", ...args, "--server", url])
    server.close()
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: expect.stringMatching(
        new RegExp(`^The connection to the server at ${url} broke before it answered \\(\\w+\\)${known}\n$`)
      )
    })
  })

  it("of a data file that a server has open is refused, with what to do", async () => {
    const server = await serve("--data", "a.db")
    expect(await backlot.run(["world", "export", "--data", "a.db"])).toEqual({
      code: 3,
      stdout: "",
      stderr: "a.db is in use by a running server; ask that one with --server URL\n"
    })
    await stop(server)
  })

  it.each<[args: ReadonlyArray<string>, code: number, line: string | RegExp]>([
    [["export", "--data", "none.db"], 3, "Data file none.db is not there; `serve --data` makes one"],
    [
      ["export", "--server", "http://127.0.0.1:2"],
      3,
      /^No server answers at http:\/\/127\.0\.0\.1:2 \(.+\); start one, or say/
    ],
    [["import", "none.yaml", "--data", "a.db"], 3, /^World file none\.yaml cannot be read: there is no such file/],
    [["export", "--server", "http://127.0.0.1:9"], 3, /^http:\/\/127\.0\.0\.1:9 can not be asked: its port /],
    [["import", "/dev/null", "--data", "a.db"], 3, /^\/dev\/null:1:1 It is empty\. A world is a mapping/],
    [["export", "--server", "http://a", "--data", "b"], 2, "--server and --data exclude each other; give one of them"],
    [["export", "--format", "xml"], 2, '--format cannot be "xml": it takes "json" | "yaml"'],
    [["import"], 2, /FILE/]
  ])("says in one line what is wrong: %j", async (args, code, line) => {
    const ended = await backlot.run(["world", ...args])
    expect({ code: ended.code, lines: ended.stderr.split("\n") }).toEqual({
      code,
      lines: [typeof line === "string" ? line : expect.stringMatching(line), ""]
    })
  })
})

describe("serve --import", () => {
  it("replaces whatever the store holds", async () => {
    await give("world.json")
    await stop(await serve("--data", "a.db"))
    const server = await serve("--data", "a.db", "--import", "world.json")
    expect(JSON.parse(await read("ready.json")).applications).toMatchObject([{ name: "Größe", bot_token: "t" }])
    await stop(server)
  })

  it("of a broken file ends with code 3 and leaves the store as it was", async () => {
    await give("world.json")
    await give("bad.json", { ...WORLD, users: [] })
    await backlot.run(["world", "import", "world.json", "--data", "a.db"])
    const ended = await backlot.run(["serve", "--port", "0", "--data", "a.db", "--import", "bad.json"])
    expect(ended).toMatchObject({
      code: 3,
      stdout: "",
      stderr: expect.stringMatching(/^bad\.json:1:\d+ applications\[0\]\.owner_id: /)
    })
    expect((await backlot.run(["world", "export", "--data", "a.db"])).stdout).toContain("Größe")
  })

  it.each(["--world", "--reset"])("beside %s is bad usage", async (other) => {
    const args = other === "--world" ? [other, "w.yaml"] : [other]
    expect(await backlot.run(["serve", "--import", "w.yaml", ...args])).toMatchObject({
      code: 2,
      stderr: `--import and ${other} exclude each other; give one of them\n`
    })
  })
})

describe("serve --export-on-exit", () => {
  it.each(["SIGTERM", "SIGINT"] as const)("writes the whole world at %s, mode 0600", async (signal) => {
    await mkdir(backlot.path("out"))
    const server = await serve("--memory", "--export-on-exit", "out/world.yaml")
    expect(await readdir(backlot.path("out"))).toEqual([])
    expect(await stop(server, signal)).toMatchObject({ code: 0 })
    expect(await readdir(backlot.path("out"))).toEqual(["world.yaml"])
    expect((await stat(backlot.path("out/world.yaml"))).mode & 0o777).toBe(0o600)
    expect(parse(await read("out/world.yaml"))).toMatchObject({ automatic_launch: false })
  })

  it("is refused at the start where no file can be written", async () => {
    await mkdir(backlot.path("folder"))
    expect(await backlot.run(["serve", "--memory", "--port", "0", "--export-on-exit", "folder"])).toMatchObject({
      code: 3,
      stdout: "",
      stderr: "Export file folder cannot be written: it is not a regular file\n"
    })
  })

  it("is refused, and so is world export, where its folder is not there", async () => {
    await give("world.json")
    await backlot.run(["world", "import", "world.json", "--data", "a.db"])
    const commands = [
      ["serve", "--memory", "--port", "0", "--export-on-exit", "nodir/a.json"],
      ["world", "export", "--data", "a.db", "--out", "nodir/a.json"]
    ]
    for (const args of commands) {
      expect(await backlot.run(args)).toEqual({
        code: 3,
        stdout: "",
        stderr: "Export file nodir/a.json cannot be written: its folder nodir is not there; make it first\n"
      })
    }
    expect(await readdir(backlot.folder)).not.toContain("nodir")
  })

  it("that fails at the end is told with code 3", async () => {
    await mkdir(backlot.path("out"))
    const server = await serve("--memory", "--export-on-exit", "out/world.json")
    await rm(backlot.path("out"), { recursive: true })
    await writeFile(backlot.path("out"), "")
    const { code, stderr } = await stop(server)
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: expect.stringContaining("Export file out/world.json cannot be written: ")
    })
  })

  it("leaves the former export where the server does not start", async () => {
    await writeFile(backlot.path("kept.json"), "former")
    await backlot.run(["serve", "--memory", "--port", "0", "--import", "none.json", "--export-on-exit", "kept.json"])
    await writeFile(backlot.path("bad.json"), "[")
    await backlot.run(["serve", "--memory", "--port", "0", "--import", "bad.json", "--export-on-exit", "kept.json"])
    expect(await read("kept.json")).toBe("former")
  })
})
