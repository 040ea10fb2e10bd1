import { existsSync } from "node:fs"
import { readdir, readFile, stat, writeFile } from "node:fs/promises"
import { get } from "node:http"
import { dirname, join } from "node:path"
import { beforeAll, describe, expect, it } from "vitest"
import { Backlot, bundled, stop } from "./Backlot.ts"
import type { Ended } from "./InProcess.ts"

const backlot = Backlot.inEachTest()

/** A server in this folder that has told that it is ready, and its ready file. */
const serve = async (...args: ReadonlyArray<string>) => {
  const server = backlot.launch(["serve", "--port", "0", "--ready-file", "ready.json", ...args])
  await server.line(/is ready/)
  const text = await readFile(backlot.path("ready.json"), "utf8")
  return { server, text, ready: JSON.parse(text) }
}

const health = async (url: string) => (await fetch(`${url}/health`)).status

/** What was seen of a server, from its start to the end that a signal brought. */
const lookedAt = async (signal: NodeJS.Signals, ...args: ReadonlyArray<string>) => {
  const { server, ready } = await serve(...args)
  const [mode, files] = [(await stat(backlot.path("ready.json"))).mode & 0o777, await readdir(backlot.folder)]
  const status = await health(ready.control_url)
  const hosts = [await statusFor(ready.control_url, "backlot.test"), await statusFor(ready.control_url, "evil.test")]
  const ended = await stop(server, signal)
  return {
    ready,
    pid: server.child.pid,
    mode,
    files,
    status,
    hosts,
    ...ended,
    isGone: !existsSync(backlot.path("ready.json"))
  }
}

/** Most tests only look, and have these in common. */
let seen: Readonly<Record<"SIGTERM" | "SIGINT" | "SIGHUP", Awaited<ReturnType<typeof lookedAt>>>>

beforeAll(async () => {
  seen = {
    SIGTERM: await lookedAt("SIGTERM", "--memory"),
    SIGINT: await lookedAt("SIGINT", "--data", "d.db", "--durable"),
    SIGHUP: await lookedAt("SIGHUP", "--memory", "--clock", "frozen", "--allowed-host", "backlot.test")
  }
})

describe("the ready file", () => {
  it("says where the server is and how its applications identify themselves", () => {
    const { ready, pid, status } = seen.SIGTERM
    expect(ready).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      rest_url: `${ready.url}/api`,
      gateway_url: expect.stringMatching(/^ws:\/\/127\.0\.0\.1:\d+\/gateway$/),
      control_url: `${ready.url}/control/v1`,
      console_url: `${ready.url}/`,
      control_token: null,
      pid,
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      applications: expect.arrayContaining([
        {
          id: "100000000000000001",
          name: "Pet Shop",
          bot_token: "MTAwMDAwMDAwMDAwMDAwMDAx.VhBaQQ.pet-shop-bot-token",
          client_secret: "pet-shop-secret",
          public_key: expect.stringMatching(/^[0-9a-f]{64}$/)
        }
      ])
    })
    expect(status).toBe(200)
  })

  it("is for its owner's eyes only, and nothing else is left beside it", () => {
    const { mode, files } = seen.SIGTERM
    expect({ mode, files }).toEqual({ mode: 0o600, files: ["ready.json"] })
  })

  it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("is gone after %s, which is a good end", (signal) => {
    const { code, stderr, isGone } = seen[signal]
    expect({ code, warned: stderr.match(/"level":"(?!INFO)/g), isGone }).toEqual({
      code: 0,
      warned: null,
      isGone: true
    })
  })

  it("of a server that was killed is overwritten by the next", async () => {
    const first = await serve("--memory")
    await stop(first.server, "SIGKILL")
    expect(existsSync(backlot.path("ready.json"))).toBe(true)
    const second = await serve("--memory")
    expect(second.ready.pid).toBe(second.server.child.pid)
    await stop(second.server)
  })

  it("stays when another server has taken its name over", async () => {
    const first = await serve("--memory")
    const second = await serve("--memory")
    await stop(first.server)
    expect(await readFile(backlot.path("ready.json"), "utf8")).toBe(second.text)
    await stop(second.server)
  })

  it("appears in a folder that is made for it, and holds the control token where one is set", async () => {
    const args = ["--memory", "--port", "0", "--ready-file", "run/ready.json", "--control-token", "s3cret"]
    const server = backlot.launch(["serve", ...args])
    await server.line(/is ready/)
    const ready = JSON.parse(await readFile(backlot.path("run/ready.json"), "utf8"))
    expect(ready.control_token).toBe("s3cret")
    const headers = { authorization: "Bearer s3cret" }
    expect((await fetch(`${ready.control_url}/world`)).status).toBe(401)
    expect((await fetch(`${ready.control_url}/world`, { headers })).status).toBe(200)
    await stop(server)
  })
})

describe("the banner", () => {
  it("shows addresses, credentials and keys", () => {
    const { stdout, ready } = seen.SIGTERM
    const [petShop] = ready.applications
    for (const text of [
      ready.rest_url,
      ready.control_url,
      petShop.bot_token,
      petShop.client_secret,
      petShop.public_key
    ]) {
      expect(stdout).toContain(text)
    }
  })

  it("says what is not there yet", () => {
    const { stdout } = seen.SIGTERM
    expect(stdout).toMatch(/Gateway +ws:\/\/127\.0\.0\.1:\d+\/gateway {2}/)
    expect(stdout).toMatch(/Console +http:\/\/127\.0\.0\.1:\d+\/ /)
  })

  it.each([
    ["--memory", "SIGTERM", /Data +in memory/, /Time +real\n/],
    ["--data d.db --durable", "SIGINT", /Data +\/.*\/d\.db \(durable\)\n/, /Time +real\n/],
    ["--memory --clock frozen", "SIGHUP", /Data +in memory/, /Time +frozen at \d{4}-\d\d-\d\dT/]
  ] as const)("with %s tells where data is kept and whether time passes", (_, signal, data, time) => {
    expect(seen[signal].stdout).toMatch(data)
    expect(seen[signal].stdout).toMatch(time)
  })

  it("is the only place where secrets are printed", () => {
    const { stderr, stdout } = seen.SIGTERM
    expect(stderr).not.toContain("pet-shop")
    expect(stdout.match(/VhBaQQ\.pet-shop-bot-token/g)).toHaveLength(1)
  })
})

describe("serve", () => {
  it("fills an empty store only; --reset empties it first", async () => {
    await writeFile(backlot.path("one.yaml"), worldOf("One"))
    await writeFile(backlot.path("two.yaml"), worldOf("Two"))
    const name = async (...args: ReadonlyArray<string>) => {
      const { server, ready } = await serve(...args)
      await stop(server)
      return ready.applications[0].name
    }
    expect(await name("--world", "one.yaml")).toBe("One")
    expect(await name("--world", "two.yaml")).toBe("One")
    expect(await name("--world", "two.yaml", "--reset")).toBe("Two")
  })

  it("answers to an allowed host and to no other", () => {
    expect([seen.SIGHUP.hosts, seen.SIGTERM.hosts]).toEqual([
      [200, 403],
      [403, 403]
    ])
  })

  it("makes the same keys and ids again from the same seed and a frozen clock", async () => {
    const file = backlot.path("dated.yaml")
    const demo = await readFile(join(import.meta.dirname, "../../../examples/worlds/demo.yaml"), "utf8")
    await writeFile(file, `now: 2026-01-01T00:00:00Z\n${demo}`)
    const args = ["--memory", "--seed", "7", "--clock", "frozen", "--world", file]
    const run = async () => {
      const { server, ready } = await serve(...args)
      const { control_url, applications } = ready
      const say = `${control_url}/users/300000000000000001/channels/200000000000000021/messages`
      const sent = { method: "POST", headers: { "content-type": "application/json" }, body: '{"content":"hi"}' }
      const { id } = (await (await fetch(say, sent)).json()) as { readonly id: string }
      const world: unknown = await (await fetch(`${control_url}/world`)).json()
      await stop(server)
      return { applications, id, world }
    }
    expect(await run()).toEqual(await run())
  })

  it("goes on when its reader leaves", async () => {
    const { server, ready } = await serve("--memory")
    server.child.stdout?.destroy()
    server.child.stderr?.destroy()
    expect(await health(ready.control_url)).toBe(200)
    expect(await stop(server)).toMatchObject({ code: 0 })
  })
})

describe("serve, twice in one folder without a data file's name,", () => {
  let first: unknown
  let second: unknown
  let left: Readonly<Record<"inside" | "data" | "outside" | "beside", ReadonlyArray<string>>>
  let refused: Ended

  beforeAll(async () => {
    await backlot.begin()
    const once = await serve()
    await stop(once.server)
    first = once.ready.applications
    left = {
      inside: await readdir(backlot.folder),
      data: await readdir(backlot.path(".backlot")),
      outside: (await readdir(dirname(backlot.folder))).filter((name) => !name.startsWith("folder-")),
      beside: await readdir(bundled)
    }
    const again = await serve()
    second = again.ready.applications
    refused = await backlot.run(["serve", "--port", "0"])
    await stop(again.server)
  })

  it("keeps data in .backlot/backlot.db of the current directory, and finds it there again", () => {
    expect(left.data).toContain("backlot.db")
    // The key was made by chance when the world was loaded.
    expect(second).toEqual(first)
  })

  it("refuses a data file that another server has open", () => {
    const { code, stderr } = refused
    expect({ code, lines: stderr.trimEnd().split("\n").length }).toEqual({ code: 3, lines: 1 })
    expect(stderr).toContain(
      ".backlot/backlot.db is in use, perhaps by another Backlot server; stop that one, or choose"
    )
  })

  it("writes nothing outside its folder but the compile cache beside the program", () => {
    expect(left).toMatchObject({ inside: [".backlot"], outside: [], beside: ["dist"] })
  })
})

const worldOf = (name: string) => `
users: [{ id: "300000000000000001", username: alice }]
applications: [{ id: "100000000000000001", name: ${name}, owner_id: "300000000000000001" }]
`

/** `fetch` sets the Host header itself. */
const statusFor = (url: string, host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get(`${url}/health`, { headers: { host }, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).on("error", reject)
  })
