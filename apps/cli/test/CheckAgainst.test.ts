import { embed } from "@backlot/server/Embed"
import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
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

/** The URL of a server that all tests share. */
class Url extends Context.Service<Url, string>()("CheckAgainst/Url") {
  static readonly layer = Layer.effect(
    Url,
    Effect.map(embed({ world: WORLD, controlToken: "s3cret" }), ({ addresses }) => addresses.url)
  )
}

const launch = { type: 4, name: "Launch", handler: 2 }
const slash = (name: string, more: object = {}) => ({ name, description: `Does ${name} things`, ...more })
const wanted = [
  slash("same", { options: [option("animal")] }),
  slash("changed", { nsfw: true, options: [option("animal", { required: true })] }),
  { type: 2, name: "New" },
  launch
]

layer(Url.layer, { excludeTestServices: true })("check --against", (it) => {
  it.effect("shows what a bulk overwrite would create, change field by field, delete and leave", () =>
    Effect.gen(function* () {
      const files = yield* CheckFolder.make
      const url = yield* Url
      yield* files.give("a.json", wanted)
      expect(yield* files.check(["./a.json", "--against", url, "--token", "shop"])).toEqual({
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
  )

  it.effect("knows the application by its token, or by the control plane and --application", () =>
    Effect.gen(function* () {
      const files = yield* CheckFolder.make
      const url = yield* Url
      yield* files.give("a.json", wanted)
      const control = ["--control-token", "s3cret"]
      const asked = (...more: ReadonlyArray<string>) => files.check(["./a.json", "--format", "json", ...more])
      const byToken = yield* asked("--against", `${url}/api/v10`, "--token", "shop")
      const byName = yield* asked("--against", url, "--application", "pet shop", ...control)
      const byId = yield* asked("--against", `${url}/control/v1`, "--application", APP, ...control)
      expect([byName, byId]).toEqual([byToken, byToken])
      expect(JSON.parse(byToken.stdout).diff).toMatchObject({
        created: [{ type: 2, name: "New" }],
        updated: [{ name: "changed", changes: [{ path: "options.animal.required", after: true }, {}, {}] }],
        deleted: [{ name: "gone" }],
        unchanged: [{ name: "same" }, { name: "Launch" }]
      })
    })
  )

  it.effect("fails with 1 for differences only with --exit-code", () =>
    Effect.gen(function* () {
      const files = yield* CheckFolder.make
      const url = yield* Url
      const whole = [
        slash("same", { options: [option("animal")] }),
        slash("changed", WORLD.commands[1]),
        slash("gone"),
        launch
      ]
      const end = Effect.fnUntraced(function* (commands: unknown, ...more: ReadonlyArray<string>) {
        yield* files.give("a.json", commands)
        return (yield* files.check(["./a.json", "--against", url, "--token", "shop", ...more])).code
      })
      expect([yield* end(wanted), yield* end(wanted, "--exit-code"), yield* end(whole, "--exit-code")]).toEqual([
        0, 1, 0
      ])
    })
  )

  it.effect("compares the commands of a guild with --guild", () =>
    Effect.gen(function* () {
      const files = yield* CheckFolder.make
      const url = yield* Url
      yield* files.give("a.json", [slash("local")])
      const { stdout } = yield* files.check(["./a.json", "--against", url, "--token", "shop", "--guild", GUILD])
      expect(stdout).toBe("0 to create, 0 to change, 0 to delete, 1 unchanged\n\n1 command: all good\n")
    })
  )

  it.effect("judges by what the application supports there, which flags overrule", () =>
    Effect.gen(function* () {
      const files = yield* CheckFolder.make
      const url = yield* Url
      yield* files.give("a.json", [slash("a", { integration_types: [1] }), launch])
      const codes = Effect.fnUntraced(function* (...more: ReadonlyArray<string>) {
        const { stdout } = yield* files.check([
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
      })
      expect(yield* codes()).toEqual(["APPLICATION_COMMAND_INTEGRATION_TYPE_INVALID"])
      expect(yield* codes("--integration-types", "0,1")).toEqual([])
    })
  )

  it.effect.each<[what: string, flags: (url: string) => ReadonlyArray<string>, message: RegExp]>([
    [
      "the server is not there",
      () => ["--against", "http://127.0.0.1:1", "--token", "shop"],
      /gave no answer that can be read: .*; --against takes the URL of a server that runs/
    ],
    ["its name is nobody's", () => ["--against", "http://nowhere.invalid", "--token", "shop"], /gave no answer/],
    [
      "there is something else",
      (url) => ["--against", `${url}/console`, "--token", "shop"],
      /answered 404: .*; --against takes the URL of a Backlot server/
    ],
    [
      "the guild is not there",
      (url) => ["--against", url, "--token", "shop", "--guild", "5"],
      /answered 404: Unknown Guild; .*--guild a guild that it has/
    ],
    [
      "the token is wrong",
      (url) => ["--against", url, "--token", "nobody"],
      /answered 401: 401: Unauthorized; give the token of an application there by --token/
    ],
    ["the control token is missing", (url) => ["--against", url], /answered 401: .*control token/],
    [
      "there are several applications",
      (url) => ["--against", url, "--control-token", "s3cret"],
      /--application says whose commands are meant; there are Pet Shop \(\d+\), Other/
    ],
    [
      "there is no such application",
      (url) => ["--against", url, "--control-token", "s3cret", "--application", "Pet Shob"],
      /--application: there is no application "Pet Shob"; did you mean "Pet Shop"\?/
    ],
    [
      "the token is another application's",
      (url) => ["--against", url, "--token", "other", "--application", "Pet Shop"],
      /The token is that of Other \(\d+\), not of Pet Shop/
    ]
  ])("ends with 3 where %s", ([, flags, message]) =>
    Effect.gen(function* () {
      const files = yield* CheckFolder.make
      const url = yield* Url
      yield* files.give("a.json", wanted.slice(0, 3))
      const { code, stdout, stderr } = yield* files.check(["./a.json", ...flags(url)])
      expect({ code, stdout, stderr }).toEqual({ code: 3, stdout: "", stderr: expect.stringMatching(message) })
      expect(stderr.trimEnd()).not.toContain("\n")
    })
  )
})
