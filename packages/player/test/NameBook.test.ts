import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Result } from "effect"
import { StageLost } from "../src/stage/Failure.ts"
import type { Answer } from "../src/stage/StageHttp.ts"
import { nameBook } from "../src/turn/NameBook.ts"

const alice = { id: "10", username: "alice", global_name: null, locale: "en-US" }
const general = { id: "21", name: "general", type: 0 }
const guild = { id: "20", name: "Harbour", owner_id: "10", roles: [], channels: [general], members: [] }
const command = { id: "50", application_id: "1", type: 1, name: "adopt", version: "51" }
const world = { users: [alice], guilds: [guild], commands: [command] }

const answer = (status: number, body: unknown): Answer => ({ status, headers: {}, body })

/** A book on a server whose elements the test sets by their paths. */
const make = (elements: Record<string, unknown> = {}) => {
  const server: Record<string, unknown> = { "/world": world, ...elements }
  const asked: Array<string> = []
  const book = nameBook((_, path) =>
    Effect.sync(() => {
      asked.push(path)
      return path in server ? answer(200, server[path]) : answer(404, {})
    })
  )
  const find = (name: string) =>
    Effect.map(
      Effect.result(book.find((names) => names.user(name), [])),
      Result.getOrElse(({ message }) => message)
    )
  return { book, server, asked, find }
}

const renamed = { ...alice, username: "alison" }
const updated = { type: "user.updated", data: { user_id: "10", user: renamed } }

describe("the names of a world", () => {
  it.effect("are read once", () =>
    Effect.gen(function* () {
      const { asked, find } = make()
      assert.strictEqual(yield* find("alice"), "10")
      assert.strictEqual(yield* find("alice"), "10")
      assert.deepStrictEqual(asked, ["/world"])
    })
  )

  it.effect("stay as they are at an event about what is known already", () =>
    Effect.gen(function* () {
      const { asked, book, find } = make()
      yield* find("alice")
      book.learn("/users/10", renamed)
      book.notice(updated)
      book.notice({ type: "command.updated", data: command })
      book.notice({ type: "channel.updated", data: { guild_id: "20", channel_id: "21", channel: general } })
      book.notice({ type: "role.deleted", data: { guild_id: "20", role_id: "99", role: { id: "99", name: "gone" } } })
      assert.strictEqual(yield* find("alison"), "10")
      assert.deepStrictEqual(asked, ["/world"])
    })
  )

  it.effect("are read element by element after a change from elsewhere", () =>
    Effect.gen(function* () {
      const { asked, book, find } = make({ "/users/10": renamed })
      yield* find("alice")
      book.notice(updated)
      assert.strictEqual(yield* find("alison"), "10")
      assert.deepStrictEqual(asked, ["/world", "/users/10"])
    })
  )

  it.effect("follow an older event only as far as the server confirms it", () =>
    Effect.gen(function* () {
      const { asked, book, find } = make({ "/users/10": renamed })
      yield* find("alice")
      book.learn("/users/10", renamed)
      // It was sent before the edit that the book has learnt of.
      book.notice({ type: "user.updated", data: { user_id: "10", user: { ...alice, username: "older" } } })
      assert.strictEqual(yield* find("alison"), "10")
      assert.deepStrictEqual(asked, ["/world", "/users/10"])
    })
  )

  it.effect("are read as a whole after a command, a new world or a user that is gone", () =>
    Effect.gen(function* () {
      for (const event of [
        { type: "command.updated", data: { ...command, version: "52" } },
        { type: "command.deleted", data: command },
        { type: "world.replaced", data: {} }
      ]) {
        const { asked, book, find } = make()
        yield* find("alice")
        book.notice(event)
        yield* find("alice")
        assert.deepStrictEqual(asked, ["/world", "/world"], event.type)
      }
      const { asked, book, find } = make()
      yield* find("alice")
      book.notice({ type: "user.deleted", data: { user_id: "10", user: alice } })
      yield* find("alice")
      assert.deepStrictEqual(asked, ["/world", "/users/10", "/world"])
    })
  )

  it.effect("are read once more where a name is unknown, and no further", () =>
    Effect.gen(function* () {
      const { asked, find } = make()
      yield* find("alice")
      assert.include(yield* find("bob"), 'there is no user "bob"')
      assert.deepStrictEqual(asked, ["/world", "/world"])
    })
  )

  it.effect("are shared by look-ups at the same time, and keep what happens meanwhile", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const asked: Array<string> = []
      const book = nameBook((_, path) =>
        Effect.suspend(() => {
          asked.push(path)
          if (path !== "/world") return Effect.succeed(answer(200, renamed))
          return Effect.as(Deferred.await(gate), answer(200, world))
        })
      )
      const look = book.find((names) => names.user("alison"), [])
      const both = yield* Effect.forkChild(Effect.all([look, look], { concurrency: "unbounded" }))
      yield* Effect.yieldNow
      book.notice(updated)
      yield* Deferred.succeed(gate, undefined)
      assert.deepStrictEqual(yield* Fiber.join(both), ["10", "10"])
      assert.deepStrictEqual(asked, ["/world", "/users/10"])
    })
  )

  it.effect("are read again after a reading that failed", () =>
    Effect.gen(function* () {
      let isDown = true
      const book = nameBook(() =>
        Effect.suspend(() =>
          isDown ? Effect.fail(new StageLost({ message: "refused" })) : Effect.succeed(answer(200, world))
        )
      )
      const look = book.find((names) => names.user("alice"), [])
      assert.strictEqual((yield* Effect.flip(look)).message, "refused")
      isDown = false
      assert.strictEqual(yield* look, "10")
    })
  )
})
