import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { applicationFinder } from "../src/name/Finder.ts"
import { type Names, namesOf } from "../src/name/Names.ts"
import { worldNames } from "../src/name/WorldNames.ts"

const BOT = { id: "11111111111111111", username: "Shop Bot", token: "t" }
const application = { id: "11111111111111110", name: "Pet Shop", bot: BOT, client_secret: "s", flags: [] }
const guild = (id: string, name: string, channels: ReadonlyArray<string>, members: ReadonlyArray<string> = []) => ({
  id,
  name,
  owner_id: "1",
  roles: [
    { id, name: "@everyone" },
    { id: `${id}1`, name: "Crew" }
  ],
  channels: channels.map((channel, index) => ({ id: `${id}${index + 5}`, name: channel, type: 0 })),
  members: members.map((user_id) => ({ user_id }))
})

const ALICE = "30000000000000001"
const BOB = "30000000000000002"
const names: Names = namesOf(
  worldNames({
    applications: [application],
    users: [
      { id: ALICE, username: "alice", global_name: "Al", locale: "en-US" },
      { id: BOB, username: "bob", global_name: "Al", locale: "de" }
    ],
    guilds: [
      guild("20000000000000001", "Harbour", ["general", "#odd"], [ALICE]),
      guild("20000000000000002", "Island", ["general", "beach"])
    ],
    direct_channels: [{ id: "40000000000000001", type: 1, recipients: [BOB, ALICE] }],
    commands: [
      { id: "50000000000000001", application_id: application.id, type: 1, name: "adopt", version: "1" },
      { id: "50000000000000002", application_id: application.id, type: 3, name: "Report it", version: "1" },
      { id: "50000000000000003", application_id: "12", type: 1, name: "adopt", version: "1" },
      {
        id: "50000000000000004",
        application_id: application.id,
        guild_id: "20000000000000002",
        type: 1,
        name: "dive",
        version: "1"
      }
    ]
  })
)

const ok = <A>(result: Result.Result<A, string>) => Result.getOrThrowWith(result, (message) => new Error(message))
const no = <A>(result: Result.Result<A, string>) => (Result.isFailure(result) ? result.failure : assert.fail("found"))

describe("a name", () => {
  it("of a user is a username, a display name or an id, in any case, with or without its sign", () => {
    for (const text of ["alice", "ALICE", "@alice", ALICE]) assert.strictEqual(ok(names.user(text)), ALICE)
    assert.strictEqual(ok(names.user("@Shop Bot")), BOT.id)
    assert.strictEqual(ok(names.user("Pet Shop")), BOT.id)
    assert.strictEqual(no(names.user("Al")), `"Al" is the name of 2 users (${ALICE}, ${BOB}): use the id`)
    assert.strictEqual(no(names.user("bobb")), 'there is no user "bobb"; did you mean "bob"?')
    assert.match(no(names.user("somebody")), /^there is no user "somebody"; there are "alice", "Al", "bob"/)
  })

  it("of a channel is one of the guild that the user is in, or of the guild that it names", () => {
    const id = (text: string, user?: string) => Object(ok(names.channel(text, user))).id
    assert.strictEqual(id("general", ALICE), "200000000000000015")
    assert.strictEqual(id("#beach"), "200000000000000026")
    assert.strictEqual(id("#odd"), "200000000000000016")
    assert.strictEqual(id("Island/#general", ALICE), "200000000000000025")
    assert.match(no(names.channel("general", BOB)), /Harbour\/general, Island\/general/)
  })

  it("with an at sign is direct messages, those of two whoever asks", () => {
    assert.deepStrictEqual(ok(names.channel("@bob", ALICE)), { id: "40000000000000001", guild_id: undefined })
    assert.deepStrictEqual(ok(names.channel("@alice", BOB)), { id: "40000000000000001", guild_id: undefined })
    assert.deepStrictEqual(ok(names.channel("@Pet Shop", BOB)), { with: BOT.id })
  })

  it("of a role is one of the guild", () => {
    const role = (text: string) => ok(names.role(text, "20000000000000002")).id
    assert.strictEqual(role("@everyone"), "20000000000000002")
    assert.strictEqual(role("everyone"), "20000000000000002")
    assert.strictEqual(role("@crew"), "200000000000000021")
    assert.match(no(names.role("Crw", "20000000000000002")), /did you mean "Crew"/)
  })

  it("of a command may have a slash, subcommands and spaces of its own", () => {
    const scope = { guild_id: undefined, application_id: application.id }
    assert.strictEqual(ok(names.command("/adopt", scope)).id, "50000000000000001")
    assert.strictEqual(ok(names.command("adopt care give", scope)).id, "50000000000000001")
    assert.strictEqual(ok(names.command("Report it", scope)).id, "50000000000000002")
    assert.match(no(names.command("adopt", { guild_id: undefined })), /is the name of 2 commands/)
    assert.strictEqual(ok(names.command("dive", { guild_id: "20000000000000002" })).id, "50000000000000004")
    assert.match(no(names.command("dive", { guild_id: "20000000000000001" })), /there is no command "dive"/)
    assert.match(no(names.command("adopt", { ...scope, types: [3] })), /there is no command "adopt"/)
  })

  it("of an application is its own, in any case where one alone has it so, or its id", () => {
    const of = applicationFinder(
      ["Pet Shop", "Rival", "RIVAL", "Twin", "Twin"].map((name, at) => ({ id: `${at}`, name }))
    )
    for (const text of ["Pet Shop", "pet shop", "0", undefined]) assert.strictEqual(ok(of(text)).id, "0")
    assert.deepStrictEqual([ok(of("Rival")).id, ok(of("RIVAL")).id], ["1", "2"])
    assert.strictEqual(no(of("rival")), '"rival" is the name of 2 applications (1, 2): use the id')
    assert.strictEqual(no(of("Twin")), '"Twin" is the name of 2 applications (3, 4): use the id')
    assert.strictEqual(no(of("Zoo")), 'there is no application "Zoo"; there are "Pet Shop", "Rival", "RIVAL", "Twin"')
    assert.strictEqual(no(applicationFinder([])(undefined)), "the world has no application")
  })
})
