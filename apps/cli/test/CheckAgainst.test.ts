import { embed } from "@backlot/server/Embed"
import { Effect, Exit, Scope } from "effect"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { CheckFolder } from "./Checking.ts"

const APP = "100000000000000001"
const GUILD = "200000000000000001"
const command = (id: string, name: string, more: object = {}) => ({
  id,
  application_id: APP,
  name,
  description: `Does ${name} things`,
  ...more
})
const option = (name: string, more: object = {}) => ({ type: 3, name, description: `The ${name}`, ...more })

const WORLD = {
  applications: [
    { id: APP, name: "Pet Shop", owner_id: "3", bot: { token: "shop" }, integration_types: [0], flags: ["EMBEDDED"] },
    { id: "100000000000000002", name: "Other", owner_id: "3", bot: { token: "other" } }
  ],
  users: [{ id: "3", username: "alice" }],
  guilds: [{ id: GUILD, name: "Harbour", owner_id: "3", installs: [{ application_id: APP, scopes: ["bot"] }] }],
  commands: [
    command("500000000000000001", "same", { options: [option("animal")] }),
    command("500000000000000003", "changed", { options: [option("animal"), option("age")] }),
    command("500000000000000005", "gone"),
    command("500000000000000007", "local", { guild_id: GUILD }),
    { id: "500000000000000009", application_id: APP, type: 4, name: "Launch", handler: 2 }
  ]
}

const scope = Scope.makeUnsafe()
let url: string
let files: CheckFolder

beforeAll(async () => {
  const server = await Effect.runPromise(Scope.provide(embed({ world: WORLD, controlToken: "s3cret" }), scope))
  url = server.addresses.url
})
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

beforeEach(async () => {
  files = await CheckFolder.make()
})
afterEach(() => files.remove())

const launch = { type: 4, name: "Launch", handler: 2 }
const slash = (name: string, more: object = {}) => ({ name, description: `Does ${name} things`, ...more })
const wanted = [
  slash("same", { options: [option("animal")] }),
  slash("changed", { nsfw: true, options: [option("animal", { required: true })] }),
  { type: 2, name: "New" },
  launch
]

describe("check --against", () => {
  it("shows what a bulk overwrite would create, change field by field, delete and leave", async () => {
    await files.give("a.json", wanted)
    expect(await files.check(["./a.json", "--against", url, "--token", "shop"])).toEqual({
      code: 0,
      stderr: "",
      stdout: [
        "+ New (user command)",
        "~ /changed",
        "    options.animal.required",
        "      + true",
        "    options.age",
        `      - ${JSON.stringify({
          type: 3,
          name: "age",
          name_localizations: null,
          description: "The age",
          description_localizations: null
        })}`,
        "    nsfw",
        "      - false",
        "      + true",
        "- /gone",
        "1 to create, 1 to change, 1 to delete, 2 unchanged",
        "",
        "4 commands: all good",
        ""
      ].join("\n")
    })
  })

  it("knows the application by its token, or by the control plane and --application", async () => {
    await files.give("a.json", wanted)
    const control = ["--control-token", "s3cret"]
    const asked = (...more: ReadonlyArray<string>) => files.check(["./a.json", "--format", "json", ...more])
    const byToken = await asked("--against", `${url}/api/v10`, "--token", "shop")
    const byName = await asked("--against", url, "--application", "pet shop", ...control)
    const byId = await asked("--against", `${url}/control/v1`, "--application", APP, ...control)
    expect([byName, byId]).toEqual([byToken, byToken])
    expect(JSON.parse(byToken.stdout).diff).toMatchObject({
      created: [{ type: 2, name: "New" }],
      updated: [{ name: "changed", changes: [{ path: "options.animal.required", after: true }, {}, {}] }],
      deleted: [{ name: "gone" }],
      unchanged: [{ name: "same" }, { name: "Launch" }]
    })
  })

  it("fails with 1 for differences only with --exit-code", async () => {
    const whole = [
      slash("same", { options: [option("animal")] }),
      slash("changed", WORLD.commands[1]),
      slash("gone"),
      launch
    ]
    const end = async (commands: unknown, ...more: ReadonlyArray<string>) => {
      await files.give("a.json", commands)
      return (await files.check(["./a.json", "--against", url, "--token", "shop", ...more])).code
    }
    expect([await end(wanted), await end(wanted, "--exit-code"), await end(whole, "--exit-code")]).toEqual([0, 1, 0])
  })

  it("compares the commands of a guild with --guild", async () => {
    await files.give("a.json", [slash("local")])
    const { stdout } = await files.check(["./a.json", "--against", url, "--token", "shop", "--guild", GUILD])
    expect(stdout).toBe("0 to create, 0 to change, 0 to delete, 1 unchanged\n\n1 command: all good\n")
  })

  it("judges by what the application supports there, which flags overrule", async () => {
    await files.give("a.json", [slash("a", { integration_types: [1] }), launch])
    const codes = async (...more: ReadonlyArray<string>) => {
      const { stdout } = await files.check([
        "./a.json",
        "--format",
        "json",
        "--against",
        url,
        "--token",
        "shop",
        ...more
      ])
      return JSON.parse(stdout).errors.map(({ code }: { code: string }) => code)
    }
    expect(await codes()).toEqual(["APPLICATION_COMMAND_INTEGRATION_TYPE_INVALID"])
    expect(await codes("--integration-types", "0,1")).toEqual([])
  })

  it.each([
    [
      "the server is not there",
      () => ["--against", "http://127.0.0.1:1", "--token", "shop"],
      /gave no answer that can be read: .*; --against takes the URL of a server that runs/
    ],
    ["its name is nobody's", () => ["--against", "http://nowhere.invalid", "--token", "shop"], /gave no answer/],
    [
      "there is something else",
      () => ["--against", `${url}/console`, "--token", "shop"],
      /answered 404: .*; --against takes the URL of a Backlot server/
    ],
    [
      "the guild is not there",
      () => ["--against", url, "--token", "shop", "--guild", "5"],
      /answered 404: Unknown Guild; .*--guild a guild that it has/
    ],
    [
      "the token is wrong",
      () => ["--against", url, "--token", "nobody"],
      /answered 401: 401: Unauthorized; give the token of an application there by --token/
    ],
    ["the control token is missing", () => ["--against", url], /answered 401: .*control token/],
    [
      "there are several applications",
      () => ["--against", url, "--control-token", "s3cret"],
      /--application says whose commands are meant; there are Pet Shop \(\d+\), Other/
    ],
    [
      "there is no such application",
      () => ["--against", url, "--control-token", "s3cret", "--application", "Pet Shob"],
      /--application: there is no application "Pet Shob"; did you mean "Pet Shop"\?/
    ],
    [
      "the token is another application's",
      () => ["--against", url, "--token", "other", "--application", "Pet Shop"],
      /The token is that of Other \(\d+\), not of Pet Shop/
    ]
  ])("ends with 3 where %s", async (_, flags, message) => {
    await files.give("a.json", wanted.slice(0, 3))
    const { code, stdout, stderr } = await files.check(["./a.json", ...flags()])
    expect({ code, stdout, stderr }).toEqual({ code: 3, stdout: "", stderr: expect.stringMatching(message) })
    expect(stderr.trimEnd()).not.toContain("\n")
  })
})
