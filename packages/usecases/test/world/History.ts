/** Drawn histories: everything that a service does to the world it was given, in any order. */

import { userObject } from "@backlot/domain/guild/UserWire"
import { pending } from "@backlot/domain/interaction/Interaction"
import { newMessage } from "@backlot/domain/interaction/ResponseMessage"
import { NOBODY as NO_MENTIONS } from "@backlot/domain/message/Mention"
import { complete } from "@backlot/domain/message/MessageBody"
import { SCOPES } from "@backlot/domain/record/Scope"
import { Ids } from "@backlot/ports/Ids"
import { Effect, Result } from "effect"
import fc from "fast-check"
import * as Applications from "../../src/application/Applications.ts"
import * as Commands from "../../src/command/Commands.ts"
import * as Time from "../../src/event/Time.ts"
import * as ChannelMessages from "../../src/message/ChannelMessages.ts"
import * as ChannelPins from "../../src/message/ChannelPins.ts"
import * as OAuthTokens from "../../src/oauth/OAuthTokens.ts"
import * as Collection from "../../src/store/Collection.ts"
import * as Collections from "../../src/store/Collections.ts"
import * as MessageReactions from "../../src/user/MessageReactions.ts"
import * as Worlds from "../../src/world/Worlds.ts"
import { ALICE, applicationOf, BOB, GENERAL, HARBOUR, PET_SHOP, target, throughFile } from "../fixture/Harbour.ts"
import { type Services, transact } from "../fixture/Stores.ts"

/** One thing that happens. What the service refuses changes nothing, and so is a history too. */
export interface Step {
  readonly [fc.toStringMethod]: () => string
  readonly run: Effect.Effect<unknown, unknown, Services>
}

/** Told by its name and what was drawn for it, so that a failure can be read. */
const steps = <A>(what: string, drawn: fc.Arbitrary<A>, run: (given: A) => Step["run"]): fc.Arbitrary<Step> =>
  drawn.map((given) => ({ [fc.toStringMethod]: () => `${what} ${fc.stringify(given)}`, run: run(given) }))

const maybe = <T>(fields: { readonly [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record<T>(fields, { requiredKeys: [] })
const NAMES = ["a", "b", "größe", "名前"]
const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 })
const dictionary = fc.constantFrom(null, {}, { de: "klein", ja: "小" }, { "en-US": "a" })
const bound = fc.constantFrom(0, -1, 7, 2 ** 53, -(2 ** 53), 0.1)

const named = { name: fc.constantFrom(...NAMES), description: text, required: fc.boolean() }
const named_localizations = { name_localizations: dictionary, description_localizations: dictionary }

const option = fc.oneof(
  fc.record(
    {
      type: fc.constant(3),
      ...named,
      ...named_localizations,
      min_length: fc.nat(9),
      choices: fc.constantFrom([], [{ name: "Größe", value: "ß", name_localizations: { de: "G" } }])
    },
    { requiredKeys: ["type", "name", "description"] }
  ),
  fc.record({ type: fc.constant(10), ...named, min_value: bound }),
  fc.record({ type: fc.constant(4), ...named, autocomplete: fc.boolean(), max_value: fc.constantFrom(0, 2 ** 53 - 1) }),
  fc.record({ type: fc.constant(7), ...named, channel_types: fc.constantFrom([], [0, 5], [5, 0]) }),
  fc.record({ type: fc.constantFrom(5, 6, 8, 9, 11), ...named })
)

const slash = fc
  .tuple(
    fc.record({ description: text, options: fc.array(option, { maxLength: 2 }) }),
    maybe({ description_localizations: dictionary })
  )
  .map(([described, localized]) => ({ ...described, ...localized }))

const body = fc
  .tuple(
    fc.record({ name: fc.constantFrom(...NAMES) }),
    fc.oneof(
      { arbitrary: slash, weight: 4 },
      fc.record({ type: fc.constantFrom(2, 3) }),
      fc.record({ type: fc.constant(4), handler: fc.constantFrom(1, 2) })
    ),
    maybe({
      dm_permission: fc.boolean(),
      contexts: fc.constantFrom(null, [0], [1, 0], [0, 1, 2]),
      integration_types: fc.constantFrom([0], [1], [1, 0]),
      nsfw: fc.boolean(),
      default_member_permissions: fc.constantFrom(null, "0", "8", "9007199254740993"),
      default_permission: fc.boolean(),
      name_localizations: dictionary
    })
  )
  .map(([...parts]): object => Object.assign({}, ...parts))

const scope = fc.constantFrom("global" as const, HARBOUR)

const nth = (n: number) => Effect.map(Effect.flatMap(target(), Commands.list), (all) => all[n % all.length]?.id ?? "")

const commands = fc.oneof(
  steps("create", fc.tuple(scope, body), ([s, b]) => Effect.flatMap(target(s), (at) => Commands.create(at, b))),
  steps("overwrite", fc.tuple(scope, fc.array(body, { maxLength: 3 })), ([s, b]) =>
    Effect.flatMap(target(s), (at) => Commands.overwrite(at, b))
  ),
  steps("edit", fc.tuple(fc.nat(9), body), ([n, b]) =>
    Effect.gen(function* () {
      return yield* Commands.edit(yield* target(), yield* nth(n), b)
    })
  ),
  steps("remove", fc.nat(9), (n) =>
    Effect.gen(function* () {
      return yield* Commands.remove(yield* target(), yield* nth(n))
    })
  )
)

const application = steps(
  "update",
  maybe({
    description: fc.string({ unit: "grapheme", maxLength: 9 }),
    tags: fc.constantFrom([], ["pets"], ["Größe", "b"]),
    flags: fc.constantFrom(0, 1 << 13, (1 << 15) | (1 << 19)),
    custom_install_url: fc.constantFrom(null, "", "https://example.test/ä"),
    // Not the URL of webhook events: a new one is asked first, and nobody answers here.
    event_webhooks_types: fc.constantFrom(null, [], ["LOBBY_MESSAGE_CREATE", "APPLICATION_AUTHORIZED"]),
    event_webhooks_status: fc.constantFrom(null, 1, 2),
    install_params: fc.constantFrom(null, { scopes: ["bot"], permissions: "08" }, { permissions: "9007199254740993" }),
    integration_types_config: fc.constantFrom(
      { "0": null },
      { "1": {}, "0": { oauth2_install_params: { scopes: [], permissions: "0" } } }
    ),
    max_participants: fc.constantFrom(null, -1, 25),
    explicit_content_filter: fc.constantFrom(0, 2)
  }),
  (sent) => Effect.flatMap(applicationOf(PET_SHOP), (app) => Applications.update(app, sent))
)

const GRANTED = SCOPES.filter((s) => !["bot", "applications.commands", "webhook.incoming"].includes(s))

const token = steps("issue", fc.subarray(GRANTED, { minLength: 1, maxLength: 3 }), (scopes) =>
  OAuthTokens.issue({
    grant_type: "client_credentials",
    scope: scopes.join(" "),
    client_id: PET_SHOP,
    client_secrets: ["pet-shop-secret"]
  })
)

/** Answers to alice in #general, as the service makes them. */
const answer = steps(
  "answer",
  fc.tuple(text, fc.boolean(), fc.jsonValue({ maxDepth: 3 })),
  ([content, ephemeral, extra]) =>
    Effect.gen(function* () {
      const [id = "", message_id = ""] = yield* (yield* Ids).many(2)
      const alice = yield* transact(() => Collections.users.get(Collection.id(ALICE)))
      if (alice === undefined) return
      const record = pending({
        id,
        application_id: PET_SHOP,
        type: 2,
        token: "token",
        user_id: ALICE,
        channel_id: GENERAL,
        guild_id: HARBOUR,
        context: 0,
        authorizing_integration_owners: { "0": HARBOUR },
        command: { id, name: "a", type: 1 },
        installed_here: true,
        locale: "en-US",
        options: [],
        created_ms: 0
      })
      const said = Result.getOrThrow(complete({ content: `${content}.`, flags: ephemeral ? 64 : 0 }))
      const made = newMessage(record, "answer", said, {
        now_ms: 0,
        message_id,
        application: yield* applicationOf(PET_SHOP),
        user: userObject(alice),
        mentionable: NO_MENTIONS
      })
      yield* transact(() => Collections.messages.put({ ...made, message: Object.assign({}, made.message, { extra }) }))
    })
)

const EMOJI = ["🐈", "🔥", "cat:5", "a:cat:5"]

/** What a bot, and the owner for pins, does to the newest message of #general, or to one of its own that it posts first. */
const message = steps(
  "message",
  fc.record({ post: fc.boolean(), pin: fc.boolean(), emoji: fc.option(fc.constantFrom(...EMOJI)), nonce: fc.nat(2) }),
  ({ post, pin, emoji, nonce }) =>
    Effect.gen(function* () {
      const address = { application: yield* applicationOf(PET_SHOP), channel_id: GENERAL }
      if (post) yield* ChannelMessages.post(address, { content: "posted", nonce })
      const newest = (yield* transact(() => Collections.messages.last([Collection.id(GENERAL)], 1)))[0]
      const at = { ...address, message_id: newest?.id ?? "1" }
      yield* ChannelPins.pinOfUser({ ...at, user_id: BOB }, pin)
      yield* emoji === null ? MessageReactions.clear(at) : MessageReactions.add({ ...at, emoji })
    })
)

/** EMBEDDED on or off: by an export that somebody edits. */
const embedded = steps("embedded", fc.tuple(fc.boolean(), fc.boolean()), ([on, automatic_launch]) =>
  Effect.gen(function* () {
    const world = yield* throughFile(yield* Worlds.read)
    const applications = world.applications.map((app) => ({ ...app, flags: on ? ["EMBEDDED"] : [] }))
    yield* Worlds.replace({ ...world, applications, automatic_launch })
  })
)

const time = steps("advance", fc.nat(1e9), (advance_ms) => Time.change({ advance_ms }))

export const history: fc.Arbitrary<ReadonlyArray<Step>> = fc.array(
  fc.oneof({ arbitrary: commands, weight: 4 }, application, token, answer, message, embedded, time),
  { minLength: 1, maxLength: 20 }
)
