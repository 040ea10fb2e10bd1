import { assert, describe, it } from "@effect/vitest"
import { directoryOf } from "../../src/typing/Directory.ts"
import { alice, bob, directory, general, moderator } from "./PetShop.ts"

describe("a directory", () => {
  const users: ReadonlyArray<readonly [sentence: string, name: string, id: string | undefined]> = [
    ["finds a user by username", "alice", alice],
    ["finds a user by nickname", "Al", alice],
    ["finds a user by global name", "Alice Smith", alice],
    ["finds a user without regard to case", "BOB", bob],
    ["does not find a part of a name", "ali", undefined],
    ["does not find names of prototypes", "constructor", undefined]
  ]
  it.each(users)("%s", (_, name, id) => {
    assert.strictEqual(directory.findUser(name)?.id, id)
  })

  it("finds channels and roles by name and by id", () => {
    assert.strictEqual(directory.findChannel("general")?.id, general)
    assert.strictEqual(directory.channel(general)?.name, "general")
    assert.strictEqual(directory.findRole("moderator")?.id, moderator)
    assert.strictEqual(directory.role(moderator)?.name, "Moderator")
  })

  it("prefers a username to another user's nickname, and a nickname to a global name", () => {
    const { findUser } = directoryOf({
      users: [
        { id: "1", username: "a", global_name: "c", nick: "b" },
        { id: "2", username: "b", global_name: null, nick: "c" }
      ]
    })
    assert.deepStrictEqual([findUser("b")?.id, findUser("c")?.id], ["2", "2"])
  })

  it("prefers the exact name to one that differs in case", () => {
    const { findRole } = directoryOf({
      roles: [
        { id: "1", name: "mod" },
        { id: "2", name: "Mod" }
      ]
    })
    assert.deepStrictEqual([findRole("Mod")?.id, findRole("MOD")?.id], ["2", "1"])
  })
})
