/** Answers of an application that only its user has installed: wire-interactions.md §4.3 "Forced ephemeral", §5.6. */
import * as EmbeddedServer from "@backlot/testkit/EmbeddedServer"
import * as RecordingEndpoint from "@backlot/testkit/RecordingEndpoint"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import * as Play from "../Harbour.ts"
import { handsOn } from "../Stage.ts"

const { ADOPT, ALICE, APP, BOB, GENERAL } = Play

const DOG = { command_id: ADOPT, options: [{ name: "animal", value: "dog" }] }
const MAY = ["VIEW_CHANNEL", "USE_APPLICATION_COMMANDS", "SEND_MESSAGES"]
const EMBED = { embeds: [{ title: "A dog" }] }

/** bob uses his user-installed app in a guild without it, where everyone has these permissions. */
const play = Effect.fnUntraced(function* (permissions: ReadonlyArray<string>) {
  const app = yield* RecordingEndpoint.start(() => Effect.succeed({ status: 202 }))
  const world = Play.harbour(app.url)
  const [guild] = world.guilds
  const server = yield* EmbeddedServer.start({
    world: {
      ...world,
      users: world.users.map((user) =>
        user.id === BOB ? { ...user, installs: [{ application_id: APP, scopes: ["applications.commands"] }] } : user
      ),
      guilds: [
        { ...guild, roles: [...(guild?.roles ?? []), { id: Play.GUILD, name: "@everyone", permissions }], installs: [] }
      ],
      commands: world.commands.map((command) =>
        command.id === ADOPT ? { ...command, integration_types: [0, 1] } : command
      )
    }
  })
  const hands = handsOn(server.addresses.url)
  const using = yield* Effect.forkChild(hands.use(BOB, GENERAL, DOG))
  const { id, token } = JSON.parse((yield* app.take).body)
  const answer = (json: unknown) =>
    Effect.map(hands.rest(`/interactions/${id}/${token}/callback?with_response=true`, { json }), ({ text }) =>
      JSON.parse(text)
    )
  const follow = (json: unknown) =>
    Effect.map(hands.rest(`/webhooks/${APP}/${token}`, { json }), ({ text }) => JSON.parse(text))
  const seen = (user: string) => Effect.map(hands.messages(user, GENERAL), ({ body }) => body.messages.length)
  return { ...hands, id, answer, follow, seen, used: Fiber.join(using) }
})

describe("without USE_EXTERNAL_APPS", () => {
  it.live("the callback succeeds, and the user alone sees the answer", () =>
    Effect.gen(function* () {
      const { answer, seen, used, id, interaction } = yield* play(MAY)
      const { interaction: shown, resource } = yield* answer({ type: 4, data: { content: "A dog!" } })
      assert.isTrue(shown.response_message_ephemeral)
      assert.strictEqual(resource.message.flags, 64)
      assert.strictEqual(resource.message.interaction_metadata.ephemerality_reason, 18)
      assert.deepInclude((yield* used).body, { response: { type: 4, ephemeral: true } })
      assert.deepStrictEqual([yield* seen(BOB), yield* seen(ALICE)], [1, 0])
      const [line] = (yield* interaction(id)).body.trace.filter(({ what }) => what === "forced_ephemeral")
      assert.include(JSON.stringify(line), "lacks USE_EXTERNAL_APPS here")
    })
  )

  it.live("a loading message is hidden too, and follow-ups are", () =>
    Effect.gen(function* () {
      const { answer, follow, seen } = yield* play(MAY)
      assert.deepInclude((yield* answer({ type: 5 })).interaction, {
        response_message_loading: true,
        response_message_ephemeral: true
      })
      assert.strictEqual((yield* follow({ content: "At last" })).flags, 64)
      assert.deepInclude(yield* follow({ content: "And more" }), { flags: 64 })
      assert.deepStrictEqual([yield* seen(BOB), yield* seen(ALICE)], [2, 0])
    })
  )
})

describe("with USE_EXTERNAL_APPS", () => {
  it.live("everyone sees the answer, but embeds need EMBED_LINKS", () =>
    Effect.gen(function* () {
      const { answer, follow, seen } = yield* play([...MAY, "USE_EXTERNAL_APPS"])
      assert.strictEqual((yield* answer({ type: 4, data: { content: "A dog!" } })).resource.message.flags, 0)
      const hidden = yield* follow(EMBED)
      assert.deepInclude(hidden, { flags: 64 })
      assert.strictEqual(hidden.interaction_metadata.ephemerality_reason, 12)
      assert.deepStrictEqual([yield* seen(BOB), yield* seen(ALICE)], [2, 1])
    })
  )
})
