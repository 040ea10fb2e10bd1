import { writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Backlot } from "./Backlot.ts"

let backlot: Backlot

beforeAll(async () => {
  backlot = await Backlot.make()
})

afterAll(() => backlot.remove())

describe("help", () => {
  it("tells the defaults of exec, which are not those of serve", async () => {
    const { stdout } = await backlot.run(["exec", "--help"])
    expect(stdout).toContain("Port to listen on (default: any free one)")
    expect(stdout).not.toMatch(/6780|backlot\.db/)
  })

  it("is what a call without a command gets, which is bad usage all the same", async () => {
    expect(await backlot.run([])).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("SUBCOMMANDS") })
  })

  it("tells the version", async () => {
    expect(await backlot.run(["--version"])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/v\d+\.\d+\.\d+\n$/)
    })
  })

  it.each(["bash", "zsh", "fish", "powershell"])("completes commands and flags in %s", async (shell) => {
    const { code, stdout } = await backlot.run(["--completions", shell])
    expect(code).toBe(0)
    for (const word of ["serve", "start", "ready-file", "frozen", "simulate", "exec", "parallel"])
      expect(stdout).toContain(word)
  })
})

it("the demo app alone says what starts it", async () => {
  expect(await backlot.run(["demo"])).toMatchObject({
    code: 3,
    stdout: "",
    stderr: expect.stringMatching(/^BACKLOT_APP_REST_URL .* must be set: `backlot exec -- backlot demo` .*\n$/)
  })
})

describe.concurrent("bad usage ends with code 2 and one line on stderr", () => {
  it.each<[args: ReadonlyArray<string>, variables: Record<string, string>, about: string]>([
    [["serf"], {}, '"serf" is no command of "backlot"; did you mean serve?'],
    [["serve", "--prot", "1"], {}, '--prot is no flag of "backlot serve"; did you mean --port?'],
    [["start", "--port", "x"], {}, '--port cannot be "x": it takes a whole number from 0 to 65535'],
    [["serve", "--data", "d.db", "--memory"], {}, "--data and --memory exclude each other; give one of them"],
    [["serve"], { BACKLOT_PORT: "x" }, 'BACKLOT_PORT cannot be "x": it takes a whole number from 0 to 65535'],
    [["--completions", "tcsh"], {}, expect.stringMatching(/^--completions cannot be "tcsh": it takes "bash" \| /)],
    [["--nope"], {}, '--nope is no flag of "backlot"; "backlot --help" lists what there is'],
    [["serve", "--world"], {}, "--world needs a value: FILE"],
    [["serve", "world.yaml"], {}, 'unexpected "world.yaml"; "backlot serve --help" lists what there is'],
    [
      ["serve"],
      { BACKLOT_LOG_LEVEL: "loud" },
      expect.stringMatching(/^BACKLOT_LOG_LEVEL cannot be "loud": it takes "/)
    ],
    [["start", "--nope"], {}, '--nope is no flag of "backlot start"; "backlot start --help" lists what there is'],
    [
      ["simulate"],
      {},
      "name scenario files or folders to play, because there is no folder backlot; --random, --record and --schema do without"
    ],
    [["simulate", "--prallel", "2", "."], {}, '--prallel is no flag of "backlot simulate"; did you mean --parallel?'],
    [["simulate", "--parallel", "0", "."], {}, '--parallel cannot be "0": it takes a whole number from 1 to 256'],
    [["simulate", "nowhere"], {}, "nowhere: there is no such file or folder"],
    [["exec", "--outside", "db", "--", "node"], {}, "--outside needs --intercept"],
    [
      ["exec", "--intercept=magic", "--", "node"],
      {},
      '--intercept cannot be "magic": it takes one of auto, preload, namespace, resolver, proxy'
    ],
    [
      ["simulate", "--random", "--intercept"],
      {},
      "--intercept is about programs, and --random starts none: leave it out"
    ],
    [["exec"], {}, "CMD is missing, as in: backlot exec -- npm test"],
    [["exec", "--clock", "hot", "--", "node"], {}, '--clock cannot be "hot": it takes "real" | "frozen"'],
    [["check"], {}, "FILE is missing, as in: backlot check commands.json"],
    [
      ["check", "--nope", "a.json"],
      {},
      '--nope is no flag of "backlot check"; "backlot check --help" lists what there is'
    ],
    [["check", "--format", "pdf", "a.json"], {}, '--format cannot be "pdf": it takes "text" | "json"'],
    [["check", "nowhere.json"], {}, "nowhere.json: there is no such file or folder"],
    [["world", "exprot"], {}, '"exprot" is no command of "backlot world"; did you mean export?'],
    [["world", "export", "--format", "pdf"], {}, '--format cannot be "pdf": it takes "json" | "yaml"'],
    [["world", "import"], {}, "FILE is missing, as in: backlot world import world.yaml"],
    [["world", "import", "a", "b"], {}, 'unexpected "b"; "backlot world import --help" lists what there is'],
    [["world", "reset", "--server", "ftp://x"], {}, '--server cannot be "<redacted>": it takes an http or https URL']
  ])("%j %o", async (args, variables, about) => {
    const { code, stdout, stderr } = await backlot.run(args, variables)
    expect({ code, stdout, lines: stderr.split("\n") }).toEqual({ code: 2, stdout: "", lines: [about, ""] })
  })
})

describe.concurrent("what is of no use ends with code 3, whatever asks for it, and says what to do", () => {
  const NOBODY = "http://127.0.0.1:1"
  beforeAll(() => writeFile(backlot.path("ping.json"), '{ "name": "ping", "description": "Answers" }'))
  it.each<[args: ReadonlyArray<string>, about: RegExp]>([
    [
      ["start", "--memory", "--world", "nowhere.yaml"],
      /^World file nowhere\.yaml cannot be read: .*--world takes a YAML/
    ],
    [
      ["exec", "--world", "nowhere.yaml", "--", "node"],
      /^World file nowhere\.yaml cannot be read: .*--world takes a YAML/
    ],
    [["check", "ping.json", "--against", NOBODY], /^http.* gave no answer.*; --against takes the URL of a server/],
    [["world", "export", "--server", NOBODY], /^http:\/\/127\.0\.0\.1:1 can not be asked: .*; use another port/],
    [["world", "export", "--data", "nowhere.db"], /^Data file nowhere\.db is not there; `serve --data` makes one/],
    [["world", "import", "nowhere.yaml"], /^World file nowhere\.yaml cannot be read: .*takes a YAML or JSON file/],
    [["world", "reset", "--server", NOBODY], /^http:\/\/127\.0\.0\.1:1 can not be asked: /]
  ])("%j", async (args, about) => {
    const { code, stdout, stderr } = await backlot.run(args)
    expect({ code, stdout, lines: stderr.split("\n") }).toEqual({
      code: 3,
      stdout: "",
      lines: [expect.stringMatching(about), ""]
    })
  })
})

describe("a world, data file or port that cannot be used ends with code 3 and says why", () => {
  const failure = async (args: ReadonlyArray<string>) => {
    const { code, stdout, stderr } = await backlot.run(["serve", ...args])
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" })
    return stderr.trimEnd().split("\n")
  }

  it("a world file that is missing", async () => {
    expect(await failure(["--memory", "--port", "0", "--world", "nowhere.yaml"])).toEqual([
      "World file nowhere.yaml cannot be read: there is no such file or folder; --world takes a YAML or JSON file"
    ])
  })

  it("a folder in place of a world file", async () => {
    expect(await failure(["--memory", "--port", "0", "--world", "."])).toEqual([
      expect.stringMatching(/^World file .* cannot be read: it is a folder, not a file.*--world takes/)
    ])
  })

  it("a world file that is no YAML, with its line", async () => {
    await writeFile(backlot.path("broken.yaml"), "users:\n  - id: '1'\n    username: [alice\n")
    expect(await failure(["--memory", "--port", "0", "--world", "broken.yaml"])).toEqual([
      expect.stringMatching(/^broken\.yaml:[34]:\d+ \S/)
    ])
  })

  it("a world that breaks rules, with line and path of each fault", async () => {
    const world =
      'users:\n  - id: "1"\n    usrname: alice\nguilds:\n  - id: "2"\n    name: Harbour\n    owner_id: "3"\n'
    await writeFile(backlot.path("faulty.yaml"), world)
    const lines = await failure(["--memory", "--port", "0", "--world", "faulty.yaml"])
    expect(lines.length).toBeGreaterThan(1)
    for (const line of lines) expect(line).toMatch(/^faulty\.yaml:\d+:\d+ \S+: .+ \[\w+\]$/)
    expect(lines).toContainEqual(expect.stringMatching(/^faulty\.yaml:3:\d+ users\[0\]\.usrname: /))
  })

  it("a port that is in use", async () => {
    const other = createServer().listen(0, "127.0.0.1")
    await new Promise((resolve) => other.once("listening", resolve))
    // It listens on TCP.
    const { port } = other.address() as AddressInfo
    expect(await failure(["--memory", "--port", String(port)])).toEqual([
      `Port 127.0.0.1:${port} is in use; choose another with --port, or 0 for any free one.`
    ])
    other.close()
  })

  it("a data file that is another program's", async () => {
    await writeFile(backlot.path("notes.txt"), "something else entirely ".repeat(20))
    const lines = await failure(["--port", "0", "--data", "notes.txt"])
    expect(lines).toEqual([expect.stringContaining("notes.txt")])
  })

  it("a ready file that cannot be written", async () => {
    await writeFile(backlot.path("file"), "")
    expect(await failure(["--memory", "--port", "0", "--ready-file", "file/ready.json"])).toEqual([
      expect.stringMatching(
        /^Ready file file\/ready\.json cannot be written: a folder is there instead of a file, or a file instead of a folder/
      )
    ])
  })
})
