/**
 * Lobby actions of one application's clients never reach another application: the same users with tokens of two
 * applications, the same secrets and each other's ids, one shared channel.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import { APP, GENERAL, STRANGER } from "../Harbour.ts"
import { CAP, parameters } from "../hostile/Runs.ts"
import { clients, type UserName } from "./Clients.ts"

interface Step {
  readonly who: 0 | 1
  readonly user: UserName
  readonly what: "join" | "make" | "leave" | "say" | "read" | "link" | "unlink" | "invite" | "moderate"
  /** Index into all lobbies of both applications so far, modulo their number. */
  readonly lobby: number
}

const steps = fc.array(
  fc.record<Step>({
    who: fc.constantFrom(0 as const, 1 as const),
    user: fc.constantFrom("alice", "bob", "zoe"),
    what: fc.constantFrom("join", "make", "leave", "say", "say", "read", "link", "unlink", "invite", "moderate"),
    lobby: fc.nat(7)
  }),
  { minLength: 5, maxLength: 40 }
)

const OWNERS = [APP, STRANGER] as const
/** Part of every text that an application's clients write, except in the channel. */
const MARKS = [{ mark: "of the pet shop" }, { mark: "of a stranger" }] as const

describe("clients of two applications", () => {
  it.live(
    "what clients of one application do in lobbies never reaches another",
    () =>
      Effect.gen(function* () {
        const { as, atStranger, bot, send } = yield* clients({ limits: "off" })
        const client = [as, atStranger] as const
        const server = [bot, (path: string, asked?: Parameters<typeof bot>[1]) => send(BOT, path, asked)] as const
        const run = Effect.runPromiseWith(yield* Effect.context<never>())

        const ask = ({ who, user, what }: Step, id: string, messageId: string) => {
          const lobby = `/lobbies/${id}`
          const marked = MARKS[who]
          const joining = { secret: "tide", lobby_metadata: marked, member_metadata: marked }
          const members = ["300000000000000001", "300000000000000002"].map((each) => ({ id: each, flags: 1 }))
          switch (what) {
            case "join":
              return client[who](user, "/lobbies", { method: "PUT", json: joining })
            case "make":
              return server[who]("/lobbies", { json: { members, metadata: marked } })
            case "leave":
              return client[who](user, `${lobby}/members/@me`, { method: "DELETE" })
            case "say":
              return client[who](user, `${lobby}/messages`, { json: { content: "ahoy", metadata: marked } })
            case "read":
              return client[who](user, `${lobby}/messages`)
            case "link":
              return client[who](user, `${lobby}/channel-linking`, { method: "PATCH", json: { channel_id: GENERAL } })
            case "unlink":
              return client[who](user, `${lobby}/channel-linking`, { method: "PATCH", json: {} })
            case "invite":
              return client[who](user, `${lobby}/members/@me/invites`, { method: "POST" })
            case "moderate":
              return server[who](`${lobby}/messages/${messageId}/moderation-metadata`, { method: "PUT", json: marked })
          }
        }

        const play = Effect.fnUntraced(function* (all: ReadonlyArray<Step>) {
          const owners = new Map<string, 0 | 1>()
          let lastMessage = "1"
          for (const step of all) {
            const ids = [...owners.keys()]
            const id = ids[step.lobby % Math.max(1, ids.length)] ?? "1"
            const { status, body } = yield* ask(step, id, lastMessage)
            const text = JSON.stringify(body)
            assert.isBelow(status, 500)
            assert.notInclude(text, MARKS[step.who === 0 ? 1 : 0].mark)
            if (step.what === "join" || step.what === "make") {
              if (status >= 300) continue
              assert.strictEqual(body["application_id"], OWNERS[step.who])
              assert.strictEqual(owners.get(body.id) ?? step.who, step.who)
              owners.set(body.id, step.who)
            } else if (owners.get(id) !== step.who) {
              assert.deepStrictEqual([status, body.code], [404, 10031], text)
            } else if (step.what === "say" && status === 201) lastMessage = body.id
          }
        })
        const property = fc.asyncProperty(steps, (all) => run(play(all)))
        yield* Effect.promise(() => fc.assert(property, parameters(15)))
      }),
    CAP
  )
})

const BOT = "Bot stranger-bot-token"
