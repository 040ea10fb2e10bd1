/** Emojis of guilds and applications over HTTP: statuses, codes, and the pictures. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { APP, GUILD, harbour, STRANGER } from "../Harbour.ts"
import { PIXEL } from "../hostile/GuildSamples.ts"
import { saying, stage } from "../Stage.ts"

const NOBODY = "999999999999999999"

const played = Effect.fnUntraced(function* (...permissions: ReadonlyArray<string>) {
  const { server, rest, control } = yield* stage(saying("hi"), { world: harbour(null) })
  yield* control(`/guilds/${GUILD}/installs/${APP}`, { method: "PATCH", json: { permissions } })
  const picture = (file: string) =>
    Effect.promise(async () => {
      const answer = await fetch(`${server.addresses.url}/emojis/${file}`)
      const { status, headers } = answer
      return [status, headers.get("content-type"), Buffer.from(await answer.arrayBuffer()).toString("base64")] as const
    })
  const send = (path: string, method: "GET" | "POST" | "PATCH" | "DELETE", json?: object) =>
    Effect.map(rest(path, { method, ...(json === undefined ? {} : { json }) }), ({ status, text }) => {
      // The fields that these tests read.
      const body = (text === "" ? {} : JSON.parse(text)) as { readonly id: string; readonly code?: number }
      return { status, body, told: [status, body.code] }
    })
  return { send, control, picture }
})

const FORMAT = { name: "wave", image: PIXEL }

describe("emojis over HTTP", () => {
  it.live.each([
    ["a guild", `/guilds/${GUILD}/emojis`],
    ["an application", `/applications/${APP}/emojis`]
  ] as const)("of %s are made with 201, deleted with 204, and unknown with 404 and code 10014", ([, path]) =>
    Effect.gen(function* () {
      const { send } = yield* played("CREATE_GUILD_EXPRESSIONS")
      const made = yield* send(path, "POST", FORMAT)
      assert.strictEqual(made.status, 201)
      const own = `${path}/${made.body.id}`
      assert.deepStrictEqual((yield* send(own, "GET")).body, made.body)
      assert.propertyVal((yield* send(own, "PATCH", { name: "ahoy" })).body, "name", "ahoy")
      assert.strictEqual((yield* send(own, "DELETE")).status, 204)
      for (const method of ["GET", "PATCH", "DELETE"] as const)
        assert.deepStrictEqual((yield* send(own, method, method === "PATCH" ? {} : undefined)).told, [404, 10014])
      assert.deepStrictEqual((yield* send(path, "POST", { name: "wave" })).told, [400, 50035])
      assert.deepStrictEqual((yield* send(`${path}/cat`, "GET")).told, [400, 50035])
    })
  )

  it.live("of another application are closed, and of a guild need the right", () =>
    Effect.gen(function* () {
      const { send } = yield* played("VIEW_CHANNEL")
      assert.deepStrictEqual((yield* send(`/applications/${STRANGER}/emojis`, "POST", FORMAT)).told, [403, 20012])
      assert.deepStrictEqual((yield* send(`/applications/${NOBODY}/emojis`, "GET")).told, [404, 10002])
      assert.deepStrictEqual((yield* send(`/guilds/${GUILD}/emojis`, "POST", FORMAT)).told, [403, 50013])
    })
  )

  it.live("have pictures with their own type at every ending that pictures have", () =>
    Effect.gen(function* () {
      const { send, control, picture } = yield* played("CREATE_GUILD_EXPRESSIONS")
      const { body } = yield* send(`/guilds/${GUILD}/emojis`, "POST", FORMAT)
      const own = [200, "image/png", PIXEL.slice(PIXEL.indexOf(",") + 1)] as const
      for (const file of ["png", "webp?size=64", "gif", "jpg", "jpeg", "avif"])
        assert.deepStrictEqual(yield* picture(`${body.id}.${file}`), own)
      const bare = "800000000000000001"
      yield* control(`/guilds/${GUILD}/emojis/${bare}`, { method: "PUT", json: { name: "bare" } })
      assert.deepStrictEqual((yield* picture(`${bare}.png`)).slice(0, 2), [200, "image/png"])
      for (const file of [`${NOBODY}.png`, `${bare}.svg`, bare, "cat.png", `${"9".repeat(20)}.png`])
        assert.strictEqual((yield* picture(file))[0], 404, file)
    })
  )
})
