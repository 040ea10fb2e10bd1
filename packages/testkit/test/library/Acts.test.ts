import { Backlot } from "@backlot/testkit"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { COMMANDS, shop } from "./Shop.ts"

let backlot: Backlot

beforeAll(async () => {
  backlot = await Backlot.start({ commands: COMMANDS, app: shop })
})
beforeEach(() => backlot.reset())
afterAll(() => backlot.stop())

const here = () => backlot.in("general", "alice", "bob", "carol")

describe("a user", () => {
  it("types, and reads the app's choices", async () => {
    const [alice] = here()
    const { choices } = await alice.type("/adopt animal:d").expect({ choices: [{ name: "Dog" }] })
    expect(choices).toHaveLength(1)
  })

  it("uses a command, presses a button of the answer, and submits the modal that it opens", async () => {
    const [alice, bob] = here()
    const adopted = await alice.use("/adopt animal:Dog")
    const named = await adopted.press("Name it").expect({ modal: { title: "A name" } })
    await named.submit({ Name: "Rex" }).expect({ message: { content: "Hello, Rex!" } })
    await bob.sees({ content: "Hello, Rex!" })
  })

  it("uses a command by its parts", async () => {
    const [alice] = here()
    await alice.use({ command: "adopt", options: { animal: "Cat" } }).expect({ message: { content: /Cat/ } })
  })

  it("chooses in a select menu", async () => {
    const [alice] = here()
    const fed = await alice.use("/feed")
    await fed.select("food", "Fish").expect({ message: { content: "fish it is" } })
    await alice.select("food", ["fish"], { on: fed }).expect({ message: { content: "fish it is" } })
  })

  it("uses context menu commands on users and on messages", async () => {
    const [alice, bob] = here()
    const said = await bob.say("Ahoy")
    await alice.menu("Greet", { on: "carol" }).expect({ message: { content: "greeted 300000000000000003" } })
    await alice.menu("Praise", { on: said }).expect({ message: { content: "praised Ahoy" } })
  })

  it("sees their own ephemeral answers, which nobody else does", async () => {
    const [alice, bob] = here()
    await alice.use("/secret").expect({ message: { content: "only you", ephemeral: true } })
    await alice.sees({ content: "only you" })
    await bob.seesNo({ content: "only you" })
    expect(await bob.messages()).toEqual([])
  })

  it("searches the picker, and is told why a command is not there", async () => {
    const [alice, , carol] = here()
    expect((await alice.picker("ban")).commands).toHaveLength(1)
    await carol.picker("ban").expect({ commands: [] })
    const { visible, decisions } = await carol.explain("ban")
    expect(visible).toBe(false)
    expect(decisions?.find(({ outcome }) => outcome === "fail")?.step).toBe("default_member_permissions")
  })

  it("sends, edits, deletes, reacts, and reads the channel", async () => {
    const [alice, bob] = here()
    const said = await alice.say("Ahoi")
    await alice.revise("Ahoy", { on: said })
    await bob.react("👋", { on: said })
    expect((await bob.messages()).map(({ content }) => content)).toEqual(["Ahoy"])
    await bob.sees({ reactions: [{ emoji: { name: "👋" }, count: 1 }] })
    await bob.unreact("👋", { on: said })
    await alice.erase(said)
    await bob.seesNo({ content: "Ahoy" })
  })

  it("replies, with files", async () => {
    const [alice, bob] = here()
    const said = await alice.say("Who has a map?")
    await bob.say({ stickers: ["Anchor"] })
    await bob.sees({ sticker_items: [{ name: "Anchor" }] })
    await bob.say({ content: "I", reply_to: said, attachments: [{ text: "X", filename: "map.txt" }] })
    await alice.sees({
      message_reference: { message_id: said.message?.id ?? null },
      attachments: [{ filename: "map.txt" }]
    })
  })

  it("chooses another language", async () => {
    const alice = backlot.as("alice")
    await alice.setLocale("de")
    await alice
      .in("general")
      .picker("")
      .expect({ commands: { $contains: [{ name_localized: "aufnehmen" }] } })
  })

  it("edits who may use a command", async () => {
    const [alice, bob] = here()
    await alice.permit({ command: "secret", overwrites: [{ user: "bob", allow: false }] })
    await bob.use("/secret").refused("permission")
  })

  it("installs an application, and removes it", async () => {
    const bob = backlot.as("bob")
    await bob.install("My App")
    await backlot.world.get("/users/bob").expect({ body: { installs: [{ application_id: "100000000000000002" }] } })
    await bob.uninstall("My App")
    await backlot.world.get("/users/bob").expect({ body: { installs: [] } })
  })

  it("leaves a guild, and joins it by an invite", async () => {
    const carol = backlot.as("carol")
    await backlot.world.put("/guilds/Harbour/invites/Harbour1", { channel_id: "200000000000000021" })
    await carol.leaveGuild("Harbour")
    await carol.acceptInvite("Harbour1").expect({ body: { code: "Harbour1", new_member: true } })
    await carol.in("general").say("back again")
    await carol.acceptInvite("Harbour2").expect({ status: 404, code: 10006 })
  })

  it("makes an invite by which others join, and revokes it", async () => {
    const [alice, carol] = [backlot.as("alice").in("general"), backlot.as("carol")]
    const only = { max_uses: 2, target_users: ["carol"], unique: true }
    const made = await alice.createInvite(only).expect({ body: { max_uses: 2, inviter: { username: "alice" } } })
    const { code } = made.body as { readonly code: string }
    await carol.leaveGuild("Harbour")
    await carol.acceptInvite(code).expect({ body: { new_member: true } })
    await carol.revokeInvite(code).expect({ status: 403, code: 50013 })
    await alice.revokeInvite(code).expect({ body: { code } })
    await carol.acceptInvite(code).expect({ status: 404, code: 10006 })
    await backlot.world.patch("/guilds/Harbour/roles/@everyone", { permissions: ["VIEW_CHANNEL"] })
    await carol
      .in("general")
      .createInvite()
      .expect({ status: 403, code: 50013, body: { because: /CREATE_INSTANT_INVITE/ } })
    await expect(alice.createInvite({ target_users: ["nobody at all"] })).rejects.toThrow(/nobody at all/)
  })

  it("accepts the rules, boosts a guild, and stops", async () => {
    const carol = backlot.as("carol")
    await backlot.world.patch("/guilds/Harbour/members/carol", { pending: true })
    await carol.in("general").say("hello").expect({ status: 403, code: 50013 })
    await carol.acceptRules("Harbour").expect({ body: { pending: false } })
    await carol.boostGuild("Harbour").expect({ body: { premium_since: /^\d{4}-/ } })
    await carol.stopBoosting("Harbour").expect({ body: { premium_since: null } })
  })

  it("asks to join a guild, withdraws that, and is let in or rejected by a member", async () => {
    const [alice, carol] = [backlot.as("alice"), backlot.as("carol")]
    await backlot.world.patch("/guilds/Harbour", { features: ["MEMBER_VERIFICATION_GATE_ENABLED"] })
    await carol.leaveGuild("Harbour")
    await carol.askToJoin("Harbour").expect({ body: { application_status: "SUBMITTED" } })
    await carol.withdrawJoinRequest("Harbour")
    await carol.withdrawJoinRequest("Harbour").expect({ status: 404, code: 0 })
    await carol.askToJoin("Harbour")
    const reject = { user: "carol", approve: false, guild: "Harbour", reason: "no boat" }
    await backlot.world.patch("/guilds/Harbour/members/bob", { roles: [] })
    await backlot.as("bob").reviewJoinRequest(reject).expect({ status: 403, code: 50013 })
    await alice
      .reviewJoinRequest(reject)
      .expect({ body: { application_status: "REJECTED", rejection_reason: "no boat" } })
    await carol.askToJoin("Harbour")
    await alice.in("general").reviewJoinRequest({ user: "carol", approve: true })
    await carol.acceptRules("Harbour")
    await carol.in("general").say("I am in")
  })

  it("opens direct messages and a group", async () => {
    const alice = backlot.as("alice")
    await alice.openDirect("bob").expect({ body: { type: 1, recipients: [{ username: "bob" }] } })
    await alice.openGroup(["bob", "carol"]).expect({ body: { type: 3 } })
    await alice.openGroup({ recipients: ["bob", "carol"], name: "crew" }).expect({ body: { name: "crew" } })
    await expect(alice.openGroup(["nobody at all"])).rejects.toThrow(/nobody at all/)
  })

  it("adds people to a thread, removes them, and posts files in a forum", async () => {
    const alice = backlot.as("alice").in("Harbour/general")
    await alice.startThread("tides")
    await backlot.as("alice").in("tides").addToThread("bob")
    await backlot.as("alice").in("tides").removeFromThread("bob")
    await backlot.world.put("/guilds/Harbour/channels/200000000000000061", { name: "help", type: 15 })
    const attachments = [{ text: "X", filename: "map.txt" }]
    await backlot
      .as("alice")
      .in("help")
      .startThread({ name: "A map", attachments })
      .expect({ body: { message: { content: "", attachments: [{ filename: "map.txt" }] } } })
  })

  it("pins a message, is typing, and sets a nickname and a presence", async () => {
    const alice = backlot.as("alice").in("general")
    await alice.say("keep this")
    await alice.pin({ content: "keep this" })
    const pins = `/users/300000000000000001/channels/200000000000000021/pins`
    await backlot.world.get(pins).expect({ body: { items: [{ message: { content: "keep this" } }] } })
    await alice.unpin({ content: "keep this" })
    await backlot.world.get(pins).expect({ body: { items: [] } })
    await alice.startTyping()
    await alice.setNickname({ guild: "Harbour", nick: "Al" }).expect({ body: { nick: "Al" } })
    await alice.setNickname({ guild: "Harbour", nick: "" }).expect({ body: { nick: null } })
    const presence = { status: "online", activities: [{ name: "Chess", type: 0 }] } as const
    await alice.setPresence(presence).expect({ body: presence })
    await alice.setPresence("offline").expect({ body: { status: "offline", activities: [] } })
  })

  it("buys what an application sells, and lets it end", async () => {
    const bob = backlot.as("bob")
    const skus = [{ id: "810000000000000001", type: 5, name: "Gold" }]
    await backlot.world.patch("/applications/Pet Shop", { skus })
    await bob.buy("Gold").expect({ body: { type: 8, sku_id: "810000000000000001" } })
    await bob.buy({ sku: "gold", application: "Pet Shop" }).expect({ status: 400, code: 50035 })
    await bob.unsubscribe("Gold").expect({ body: { status: 2 } })
    await bob.unsubscribe("Gold").expect({ status: 404, code: 10029 })
  })

  it("joins a voice channel, and leaves it", async () => {
    const alice = backlot.as("alice")
    await backlot.world.put("/guilds/Harbour/channels/200000000000000029", { name: "lounge", type: 2 })
    await alice.joinVoice({ channel: "lounge", self_mute: true }).expect({ body: { self_mute: true } })
    await alice.joinVoice("lounge").expect({ body: { self_mute: false } })
    await alice.in("lounge").sendEffect("\u{1F44F}")
    await alice.in("lounge").playSound("quack")
    await alice.leaveVoice()
    await alice.in("lounge").playSound("quack").expect({ status: 400, code: 40032 })
    await alice.leaveVoice().expect({ status: 404, code: 10065 })
  })

  it("starts threads, joins and leaves them, and posts in a forum with tags by their names", async () => {
    const [alice, bob] = [backlot.as("alice").in("Harbour/general"), backlot.as("bob").in("Harbour/general")]
    await alice.startThread({ name: "plans", type: 12 }).expect({ body: { type: 12, name: "plans" } })
    await alice.startThread("tides").expect({ body: { type: 11 } })
    await bob.joinThread("tides")
    await bob.leaveThread("tides")
    await expect(bob.joinThread("nowhere")).rejects.toThrow(/nowhere/)
    const files = [{ text: "X", filename: "map.txt" }]
    await expect(alice.startThread({ name: "maps", attachments: files })).rejects.toThrow(/Only a post in a forum/)
    const said = await alice.say("tide tables")
    const { body: at } = await alice.startThread("tables", { on: "last" })
    expect(Object(at).id).toBe(said.message?.id)
    await alice.say("sea maps")
    await expect(alice.startThread({ name: "maps", attachments: files }, { on: "last" })).rejects.toThrow(
      /attachments.*would change nothing/
    )
    const tags = [{ id: "700000000000000001", name: "question" }]
    const forum = { name: "help", type: 15, available_tags: tags }
    await backlot.world.put("/guilds/Harbour/channels/200000000000000061", forum)
    const post = { name: "How?", message: "Tell me", applied_tags: ["question"] }
    const inForum = backlot.as("alice").in("help")
    await inForum
      .startThread(post)
      .expect({ body: { applied_tags: ["700000000000000001"], message: { content: "Tell me" } } })
    await inForum.startThread({ ...post, applied_tags: ["nothing"] }).expect({ status: 400, code: 50035 })
  })

  it("is interested in a scheduled event, and no longer", async () => {
    const alice = backlot.as("alice")
    const event = "/guilds/Harbour/scheduled_events/900000000000000001"
    await backlot.world.put(event, {
      name: "Regatta",
      entity_type: 3,
      location: "The quay",
      scheduled_start_time: "2030-01-01T00:00:00Z",
      scheduled_end_time: "2030-01-01T02:00:00Z"
    })
    await alice.markInterest("Regatta")
    await backlot.world.get(event).expect({ body: { user_ids: ["300000000000000001"] } })
    await alice.withdrawInterest("900000000000000001")
    await backlot.world.get(event).expect({ body: { user_ids: [] } })
  })

  it("grants scopes, joins a lobby and leaves it", async () => {
    const bob = backlot.as("bob")
    const { access_token } = await bob.authorize({ scopes: ["identify"] })
    expect(access_token).toMatch(/\S/)
    await bob.join("a secret of the game").expect({ lobby: { members: [{ id: "300000000000000002" }] } })
    await bob.connect()
    await bob.disconnect()
    await bob.leave()
  })

  it("writes direct messages", async () => {
    await backlot.as("alice").in("@bob").say("psst")
    await backlot.as("bob").in("@alice").sees({ content: "psst" })
  })
})

describe("an application", () => {
  it("calls the REST API, with the ids of what it names", async () => {
    const app = backlot.app()
    const { body } = await app.get("/guilds/{guild:Harbour}/members/{user:carol}")
    expect(body).toMatchObject({ user: { username: "carol" } })
    await app.post("/channels/{channel:general}/messages", { content: "We are open" }).expect({ status: 200 })
    await backlot.as("bob").in("general").sees({ content: "We are open" })
  })

  it("completes a deferred answer, and follows it up", async () => {
    const [alice] = here()
    const late = await alice.use("/vet").expect({ state: "deferred" })
    await alice.use("/secret")
    await backlot.app().edit(late, { content: "All is well." })
    await late.expect({ state: "responded", message: { content: "All is well." } })
    await backlot.app().followUp(late, { content: "Come again." })
    await alice.sees({ content: "Come again." })
  })

  it("registers other commands, for everyone or in a guild", async () => {
    const [alice] = here()
    await backlot.app().register([{ name: "dive", description: "Dives" }], { guild: "Harbour" })
    await alice.use("/dive")
    await backlot.app().register([])
    await alice.use("/secret").refused("unknown")
  })

  it("has what a program needs to be one", () => {
    const { env, token, id, publicKey } = backlot.app("My App")
    expect(env).toEqual({
      BACKLOT_APP_REST_URL: backlot.restUrl,
      BACKLOT_APP_GATEWAY_URL: backlot.gatewayUrl,
      BACKLOT_APP_ID: id,
      BACKLOT_APP_TOKEN: token,
      BACKLOT_APP_SECRET: "my-app-secret",
      BACKLOT_APP_PUBLIC_KEY: publicKey,
      BACKLOT_APP_CONTROL_URL: backlot.controlUrl,
      BACKLOT_APP_CONTROL_TOKEN: ""
    })
  })
})
