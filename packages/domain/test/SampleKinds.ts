/** One delivery of every kind of interaction in every kind of place. */
import { InteractionType } from "@backlot/domain/Interaction"
import type { Delivery } from "@backlot/domain/InteractionPayload"
import type { MessageObject } from "@backlot/domain/Message"
import type { Place } from "@backlot/domain/Place"
import { newMessage } from "@backlot/domain/ResponseMessage"
import {
  ALICE,
  alice,
  BOB,
  bob,
  botDm,
  GUILD,
  general,
  group,
  inGeneral,
  MODERATOR,
  member,
  privateDm,
  thread
} from "./Harbour.ts"
import { option, stored } from "./SampleCommand.ts"
import { ATTACHMENT, delivery, entities, everyEntity } from "./SampleDelivery.ts"
import { interaction, scene } from "./SampleInteraction.ts"
import { sound } from "./SampleMessage.ts"

/** Where, and on whose behalf. */
interface Where {
  readonly place: Place
  readonly owners: { readonly "0"?: string; readonly "1"?: string }
  readonly installed: boolean
}

const moderator = member(ALICE, { roles: [MODERATOR] })

const { owner_id: _nobody, ...ownerless } = thread

export const PLACES: Readonly<Record<string, Where>> = {
  guild: { place: inGeneral({ member: moderator }), owners: { "0": GUILD, "1": ALICE }, installed: true },
  thread: { place: inGeneral({ channel: thread, parent: general }), owners: { "0": GUILD }, installed: true },
  "thread of nobody": {
    place: inGeneral({ channel: ownerless, parent: general }),
    owners: { "0": GUILD },
    installed: true
  },
  "voice channel": { place: inGeneral({ channel: { ...general, type: 2 } }), owners: { "1": ALICE }, installed: false },
  "foreign guild": { place: inGeneral(), owners: { "1": ALICE }, installed: false },
  "bot DM": { place: botDm, owners: { "0": "0" }, installed: false },
  "private DM": { place: privateDm, owners: { "1": ALICE }, installed: false },
  "group DM": { place: group, owners: { "1": ALICE }, installed: false }
}

const CONTEXTS: Readonly<Record<string, 0 | 1 | 2>> = { "bot DM": 1, "private DM": 2, "group DM": 2 }

/** An answer of the application with everything that a message shows. */
export const answer: MessageObject = newMessage(
  interaction(),
  "answer",
  sound({
    content: `hello <@${BOB}>`,
    embeds: [{ title: "A dog" }],
    components: [{ type: 1, components: [{ type: 2, style: 1, label: "Feed", custom_id: "feed" }] }]
  }),
  scene()
).message

const { APPLICATION_COMMAND, APPLICATION_COMMAND_AUTOCOMPLETE, MESSAGE_COMPONENT, MODAL_SUBMIT } = InteractionType

const slash = stored(500, {
  options: [
    option(),
    option({ type: 4, name: "age" }),
    option({ type: 5, name: "kind" }),
    option({ type: 10, name: "weight" }),
    option({ type: 6, name: "who" }),
    option({ type: 7, name: "where" }),
    option({ type: 8, name: "rank" }),
    option({ type: 9, name: "whom" }),
    option({ type: 11, name: "picture" })
  ]
})

const used = (type: 1 | 2 | 3 | 4, name: string) => ({ id: "500", name, type })

type Kind = Pick<Delivery, "command" | "message"> & { readonly record: Parameters<typeof interaction>[0] }

const OPTIONS = [
  { name: "animal", type: 3 as const, value: "dog" },
  { name: "age", type: 4 as const, value: 3 },
  { name: "kind", type: 5 as const, value: true },
  { name: "weight", type: 10 as const, value: 1.5 },
  { name: "who", type: 6 as const, value: BOB },
  { name: "picture", type: 11 as const, value: ATTACHMENT.id }
]

const GUILD_OPTIONS = [
  { name: "where", type: 7 as const, value: general.id },
  { name: "rank", type: 8 as const, value: MODERATOR },
  { name: "whom", type: 9 as const, value: MODERATOR }
]

const submitted = {
  custom_id: "name-it",
  components: [{ type: 1, id: 1, components: [{ type: 4, id: 2, custom_id: "name", value: "Rex" }] }]
}

const labelled = {
  custom_id: "show-it",
  components: [
    { type: 10, id: 1 },
    { type: 18, id: 2, component: { type: 5, id: 3, custom_id: "who", values: [BOB] } },
    { type: 18, id: 4, component: { type: 19, id: 5, custom_id: "pictures", values: [ATTACHMENT.id] } },
    { type: 18, id: 6, component: { type: 23, id: 7, custom_id: "sure", value: true } }
  ]
}

const kindsIn = (place: Place): Readonly<Record<string, Kind>> => ({
  "CHAT_INPUT command": {
    command: slash,
    record: {
      type: APPLICATION_COMMAND,
      options: place.kind === "guild" ? [...OPTIONS, ...GUILD_OPTIONS] : OPTIONS
    }
  },
  "USER command": {
    command: stored(500, { type: 2, name: "Show Profile" }),
    record: { command: used(2, "Show Profile"), target_id: BOB }
  },
  "MESSAGE command": {
    command: stored(500, { type: 3, name: "Pin It" }),
    record: { command: used(3, "Pin It"), target_id: answer.id }
  },
  "PRIMARY_ENTRY_POINT command": {
    command: stored(500, { type: 4, name: "Launch", handler: 1 }),
    record: { command: used(4, "Launch") }
  },
  autocomplete: {
    command: slash,
    record: {
      type: APPLICATION_COMMAND_AUTOCOMPLETE,
      options: [{ name: "animal", type: 3, value: "d", focused: true }]
    }
  },
  button: {
    command: undefined,
    message: answer,
    record: {
      type: MESSAGE_COMPONENT,
      component: { custom_id: "feed", component_type: 2, id: 2 },
      message_id: answer.id
    }
  },
  "user select": {
    command: undefined,
    message: answer,
    record: {
      type: MESSAGE_COMPONENT,
      component: { custom_id: "who", component_type: 5, id: 2, values: [BOB] },
      message_id: answer.id
    }
  },
  "modal of a command": { command: undefined, record: { type: MODAL_SUBMIT, submitted } },
  "modal of a component": {
    command: undefined,
    message: answer,
    record: { type: MODAL_SUBMIT, submitted: labelled, message_id: answer.id }
  }
})

const recipients = [alice, bob]

const deliveryOf = ([name, { place, owners, installed }]: readonly [string, Where], kind: Kind): Delivery => {
  const guild = place.kind === "guild"
  const { command: _, ...plain } = interaction()
  const ofCommand = kind.command === undefined ? plain : interaction()
  const known = guild ? everyEntity : { users: everyEntity.users ?? [], attachments: [ATTACHMENT] }
  return delivery({
    command: kind.command,
    message: kind.message,
    place,
    ...(installed ? {} : { guild_install: undefined }),
    ...(guild ? {} : { recipients }),
    entities: entities({ ...known, messages: [answer] }),
    record: {
      ...ofCommand,
      ...kind.record,
      guild_id: guild ? GUILD : null,
      channel_id: place.channel.id,
      context: CONTEXTS[name] ?? 0,
      authorizing_integration_owners: owners,
      installed_here: installed || name === "bot DM"
    }
  })
}

/** `name: kind in place`. */
export const EVERY_KIND: ReadonlyArray<readonly [name: string, given: Delivery]> = Object.entries(PLACES).flatMap(
  (where) =>
    Object.entries(kindsIn(where[1].place)).map(
      ([kind, given]) => [`${kind} in a ${where[0]}`, deliveryOf(where, given)] as const
    )
)
