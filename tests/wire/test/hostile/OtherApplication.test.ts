/** Every REST endpoint, called as its sample says but with the credentials of another application. */
import { assert, describe, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import * as Play from "../Harbour.ts"
import { ENDPOINTS, type Endpoint, SAMPLES } from "./Endpoints.ts"
import { requestOf, validDraft } from "./Mutation.ts"
import { PICTURE_ENDPOINTS } from "./PictureSamples.ts"
import { type Scene, scene } from "./Scene.ts"
import { exchange } from "./Wire.ts"

const TOKEN = "stranger-bot-token"
const SECRET = "stranger-secret"

/** What any application may ask: about itself, about what is public, for a lobby of its own. */
const ITS_OWN = new Set(
  `get_my_application update_my_application get_my_oauth2_application get_my_oauth2_authorization get_my_user update_my_user get_user
   get_gateway get_bot_gateway list_my_guilds list_my_channels create_dm create_lobby create_or_join_lobby
   get_public_keys get_oauth2_authorization list_voice_regions get_soundboard_default_sounds invite_resolve
   rest_openapi oauth_discovery openid_discovery landing default_avatar emoji_picture sticker_picture sound_file get_sticker list_sticker_packs get_sticker_pack
   get_guild_widget get_guild_widget_png get_guild_template
   partner_sdk_token bot_partner_sdk_token partner_sdk_unmerge_provisional_account bot_partner_sdk_unmerge_provisional_account`.split(
    /\s+/
  )
)
for (const { name } of PICTURE_ENDPOINTS) ITS_OWN.add(name)

/** A token in the path grants access to whoever has it. */
const COVERED = ENDPOINTS.filter(({ path, surface }) => surface === "rest" && !path.includes("_token"))
const REFUSED = COVERED.filter(({ name }) => !ITS_OWN.has(name))

/** Deleting what is not there succeeds, as on the platform; nothing may be deleted. */
const QUIET = new Set(["delete_lobby"])

const asStranger = Effect.fnUntraced(function* (played: Scene, endpoint: Endpoint, authorization: string) {
  const sample = { ...(SAMPLES[endpoint.name] ?? assert.fail())(played.interactions), credential: "none" } as const
  const valid = validDraft(endpoint, sample)
  const request = requestOf({ ...valid, headers: [...valid.headers, ["Authorization", authorization] as const] })
  const { answers } = yield* exchange(played.port, request.bytes, [request.method])
  return answers[0] ?? assert.fail()
})

const textOf = ({ control }: Scene, path: string) =>
  Effect.flatMap(control(path), (response) => Effect.promise(() => response.text()))

/** Everything that belongs to others: the world, what was said, and the interactions. */
const stateOf = (played: Scene) =>
  Effect.forEach(["/world", `/users/${Play.ALICE}/channels/${Play.GENERAL}/messages`], (path) => textOf(played, path))

class Shared extends Context.Service<
  Shared,
  { readonly played: Scene; readonly credentials: ReadonlyArray<string>; readonly before: ReadonlyArray<string> }
>()("OtherApplication/Shared") {
  static readonly layer = Layer.effect(
    Shared,
    Effect.gen(function* () {
      const played = yield* scene
      const issued = yield* Effect.promise(async () => {
        const body = `grant_type=client_credentials&scope=identify+applications.commands.update&client_id=${Play.STRANGER}&client_secret=${SECRET}`
        const headers = { "content-type": "application/x-www-form-urlencoded" }
        const answer = await fetch(`${played.url}/api/v10/oauth2/token`, { method: "POST", headers, body })
        return (await answer.json()) as { readonly access_token: string }
      })
      const basic = Buffer.from(`${Play.STRANGER}:${SECRET}`).toString("base64")
      const credentials = [`Bot ${TOKEN}`, `Bearer ${issued.access_token}`, `Basic ${basic}`]
      return { played, credentials, before: yield* stateOf(played) }
    })
  )
}

layer(Shared.layer, { excludeTestServices: true })("the credentials of another application", (it) => {
  it.effect.each(REFUSED)("are refused at $name, and nothing is changed", (endpoint) =>
    Effect.gen(function* () {
      const { played, credentials, before } = yield* Shared
      for (const authorization of credentials) {
        const { status, body } = yield* asStranger(played, endpoint, authorization)
        if (!QUIET.has(endpoint.name)) assert.include([401, 403, 404], status, `${authorization}: ${body}`)
        for (const secret of [Play.BOT_TOKEN, Play.CLIENT_SECRET, Play.LOBBY]) assert.notInclude(body, secret)
      }
      assert.deepStrictEqual(yield* stateOf(played), before)
    })
  )

  describe("that ask what any application may ask", () => {
    it.effect.each(COVERED.filter(({ name }) => ITS_OWN.has(name)))("get no secret of others at $name", (endpoint) =>
      Effect.gen(function* () {
        const { played, credentials } = yield* Shared
        for (const authorization of credentials) {
          const { status, body } = yield* asStranger(played, endpoint, authorization)
          assert.isBelow(status, 500)
          for (const secret of [Play.BOT_TOKEN, Play.CLIENT_SECRET, Play.LOBBY]) assert.notInclude(body, secret)
        }
      })
    )
  })
})
