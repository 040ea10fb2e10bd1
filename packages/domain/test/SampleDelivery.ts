/** Deliveries by context, and the payload as an application parses it. */
import { canonicalJson } from "@backlot/domain/CanonicalJson"
import type { InteractionOption } from "@backlot/domain/Interaction"
import { buildPayload, type Delivery } from "@backlot/domain/InteractionPayload"
import { type Entities, NO_ENTITIES } from "@backlot/domain/ResolvedData"
import {
  ALICE,
  alice,
  BOB,
  bob,
  bot,
  botDm,
  general,
  guildInstall,
  inGeneral,
  MODERATOR,
  member,
  NOW,
  petShop,
  privateDm,
  roles,
  thread
} from "./Harbour.ts"
import { stored } from "./SampleCommand.ts"
import { interaction } from "./SampleInteraction.ts"

export const delivery = (fields: Partial<Delivery> = {}): Delivery => ({
  record: interaction(),
  application: petShop,
  command: stored(500),
  user: alice,
  place: inGeneral(),
  guild_install: guildInstall,
  entities: NO_ENTITIES,
  now_ms: NOW,
  ...fields
})

export const outside = (context: 1 | 2, owners: Record<string, string>) =>
  interaction({ guild_id: null, context, authorizing_integration_owners: owners })

export const inBotDm = (): Delivery =>
  delivery({
    record: { ...outside(1, { "0": "0" }), channel_id: botDm.channel.id },
    place: botDm,
    guild_install: undefined,
    recipients: [alice]
  })

export const inPrivate = (): Delivery =>
  delivery({
    record: { ...outside(2, { "1": ALICE }), channel_id: privateDm.channel.id },
    place: privateDm,
    guild_install: undefined,
    recipients: [alice, bob]
  })

/** The payload as an application parses it. */
export const sent = (fields: Delivery | Partial<Delivery> = {}) =>
  JSON.parse(canonicalJson(buildPayload(delivery(fields))))

export const entities = (fields: Partial<Entities>): Entities => ({ ...NO_ENTITIES, ...fields })

export const using = (
  options: ReadonlyArray<InteractionOption>,
  given: Partial<Entities> = {},
  fields: Partial<Delivery> = {}
) => sent({ record: interaction({ options }), entities: entities(given), ...fields })

export const ATTACHMENT = {
  id: "700000000000000001",
  filename: "cat.png",
  size: 3,
  url: "http://127.0.0.1/cat.png",
  proxy_url: "http://127.0.0.1/cat.png",
  content_type: "image/png"
}

export const everyEntity: Partial<Entities> = {
  users: [{ user: bob, member: member(BOB, { nick: "Bobby", roles: [MODERATOR] }) }, { user: bot }],
  channels: [{ channel: general }, { channel: thread, parent: general }],
  roles,
  attachments: [ATTACHMENT]
}
