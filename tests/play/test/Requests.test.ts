import * as Player from "@backlot/player/Player"
import { openPlaying } from "@backlot/player/PlayerOpen"
import type { Step } from "@backlot/scenario/Step"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE, ALICE_HERE, GUILD, world } from "./PetShop.ts"
import { openStage } from "./run/EmbeddedStages.ts"

const GENERAL = "200000000000000021"
const messages = `/users/${ALICE}/channels/${GENERAL}/messages`
const say = `POST ${messages}`

/** The requests to the control plane of the last step. */
const requestsOf = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>) {
  const { stage, restart } = yield* openStage({
    world: world(null),
    clock: "frozen",
    storage: "memory",
    ids: "clock",
    seed: 1
  })
  const playing = yield* openPlaying({ stage, restart })
  const { send } = playing.http
  const sent: Array<string> = []
  Object.assign(playing.http, {
    send: (asked: Parameters<typeof send>[0]) => {
      if (asked.url.startsWith(stage.control_url)) {
        sent.push(`${asked.method} ${asked.url.slice(stage.control_url.length)}`)
      }
      return send(asked)
    }
  })
  const player = yield* Player.on(playing)
  for (const step of steps.slice(0, -1)) yield* player.perform(step)
  sent.length = 0
  yield* player.perform(steps.at(-1) ?? {})
  return sent
})

const hello = { ...ALICE_HERE, say: "hello" }
const pending = { expect: { state: "pending" } } as const
const delivered = { expect: { state: "pending", gateway: [{ t: "INTERACTION_CREATE" }] } } as const
const original = { app: { get: "/webhooks/{application}/{token}/messages/@original" }, expect: { status: 404 } }
const admin = {
  world: {
    put: "/guilds/Harbour/installs/Pet%20Shop",
    body: { scopes: ["bot", "applications.commands"], permissions: ["ADMINISTRATOR"] }
  }
}
const created = { app: { post: "/guilds/{guild:Harbour}/channels", body: { name: "hold", type: 0 } } }

const cases: ReadonlyArray<
  readonly [what: string, steps: ReadonlyArray<Step>, requests: ReadonlyArray<string | RegExp>]
> = [
  ["the first one reads the world and the clock", [hello], ["GET /world", say, "GET /clock"]],
  ["a message is one request", [hello, hello], [say]],
  [
    "a reaction reads the channel to find its message",
    [hello, { react: "👍" }],
    [`GET ${messages}`, /^PUT .*reactions/]
  ],
  [
    "a use is one request",
    [hello, { use: "/adopt animal:Dog", ...pending }],
    [`POST /users/${ALICE}/channels/${GENERAL}/interactions?wait=false`]
  ],
  [
    "a use by the name of a command is one request",
    [hello, { use: { command: "adopt", options: { animal: "Dog" } }, ...pending }],
    [`POST /users/${ALICE}/channels/${GENERAL}/interactions?wait=false`]
  ],
  [
    "an edit of the world is one request",
    [hello, { world: { patch: "/users/bob", body: { locale: "fr" } } }],
    [/^PATCH/]
  ],
  [
    "what an edit changed is known from its answer",
    [hello, { world: { patch: "/users/alice", body: { username: "alison" } } }, { ...hello, as: "alison" }],
    [say]
  ],
  [
    "a channel that an edit created is known from its answer",
    [
      hello,
      { world: { put: "/guilds/Harbour/channels/200000000000000098", body: { name: "hold" } } },
      { ...hello, in: "hold" }
    ],
    [/^POST .*\/200000000000000098\/messages$/]
  ],
  ["a language that a user chose is known", [hello, { set_locale: "fr" }, hello], [say]],
  [
    "direct messages that a step began are known",
    [
      { ...hello, in: "@bob" },
      { ...hello, in: "@bob" }
    ],
    [/^POST/]
  ],
  ["an installation on a user renames nothing", [hello, { install: "Rival" }, hello], [say]],
  [
    "an installation in a guild reads this guild again",
    [hello, { install: { application: "Rival", guild: "Harbour" } }, hello],
    [`GET /guilds/${GUILD}`, say]
  ],
  [
    "a channel that an app created reads its guild again",
    [hello, admin, created, { ...hello, in: "hold" }],
    [`GET /guilds/${GUILD}`, /^POST/]
  ],
  [
    "a message of an app changes no name",
    [hello, { app: { post: "/channels/{channel:Harbour/general}/messages", body: { content: "x" } } }, hello],
    [say]
  ],
  [
    "a call with the token of an interaction reads it once",
    [hello, { use: "/adopt animal:Dog", ...delivered }, original, original],
    []
  ],
  ["an advance of the clock is one request", [hello, { advance: "1m" }], ["POST /clock"]],
  ["the clock after an advance is known from its answer", [hello, { advance: "1m" }, hello], [say]],
  ["a reset reads the world again", [hello, { server: "reset" }, hello], ["GET /world", say]]
]

describe("the requests of a step to the control plane", () => {
  it.live.each(cases)("%s", ([, steps, requests]) =>
    Effect.gen(function* () {
      const sent = yield* requestsOf(steps)
      assert.strictEqual(sent.length, requests.length, sent.join("\n"))
      for (const [index, request] of requests.entries()) {
        if (typeof request === "string") assert.strictEqual(sent[index], request)
        else assert.match(sent[index] ?? "", request)
      }
    })
  )
})
