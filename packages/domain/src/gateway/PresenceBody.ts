/** The presence of a user as the control plane sets it. Source: the platform's reference, "Activity Object", "Client Status Object". */

import { Record, Schema } from "effect"
import { presence as limits } from "../base/PresenceLimits.ts"
import { type Fault, fault, under } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { countError } from "../validation/Given.ts"
import { judgeLimits } from "../validation/Limit.ts"
import { at } from "../validation/Rule.ts"
import * as Shape from "../validation/Shape.ts"
import { atMost, described, oneOf, text, whole } from "../validation/ShapeLimits.ts"
import { lengthError } from "../validation/TextRules.ts"
import { ASSETS, CLIENTS, STATUSES, type WantedPresence } from "./Presence.ts"

/** A client that is offline is left out. */
const ONLINE_STATUSES = STATUSES.filter((status) => status !== "offline")

const shown = Shape.field(text(0, limits.textMax))
const address = Shape.field(text(1, limits.urlMax))
const time = Shape.field(described(whole(0, limits.timeMax), "Milliseconds."))

const Emoji = Schema.Struct({
  name: Shape.needed(text(1, limits.emojiMax)),
  id: Shape.field(Shape.Id),
  animated: Shape.field(Shape.Bool)
}).annotate({ identifier: "ActivityEmoji" })

const Timestamps = Schema.Struct({ start: time, end: time }).annotate({ identifier: "ActivityTimestamps" })

const Party = Schema.Struct({
  id: shown,
  size: Shape.field(described(Shape.list(Shape.Int, 2), "How many there are, and how many at most."))
}).annotate({ identifier: "ActivityParty" })

const Assets = Schema.Struct(Record.fromIterableWith(ASSETS, (name) => [name, address])).annotate({
  identifier: "ActivityAssets"
})

const SetActivity = Schema.Struct({
  name: Shape.needed(text(1, limits.textMax)),
  type: Shape.needed(described(whole(0, 5), "0 playing, 1 streaming, 2 listening, 3 watching, 4 custom, 5 competing.")),
  state: shown,
  details: shown,
  url: address,
  state_url: address,
  details_url: address,
  status_display_type: Shape.field(whole(0, 2)),
  created_at: time,
  timestamps: Shape.field(Timestamps),
  application_id: Shape.field(Shape.Id),
  emoji: Shape.field(Emoji),
  party: Shape.field(Party),
  assets: Shape.field(Assets),
  instance: Shape.field(Shape.Bool),
  flags: Shape.field(whole(0, 2 ** 31 - 1)),
  buttons: Shape.field(described(Shape.list(Shape.Text, limits.buttons), "Their labels.")),
  sync_id: shown,
  session_id: shown
}).annotate({ identifier: "SetActivity" })

const ClientStatus = Schema.Struct(
  Record.fromIterableWith(CLIENTS, (client) => [client, Shape.field(oneOf(Shape.Text, ONLINE_STATUSES))])
).annotate({ identifier: "ClientStatus" })

export const SetPresence = Schema.Struct({
  status: Shape.needed(oneOf(Shape.Text, STATUSES)),
  activities: Shape.field(atMost(Shape.list(SetActivity, limits.activities), limits.activities)),
  client_status: Shape.field(described(ClientStatus, "By client. Default: on the desktop."))
}).annotate({ identifier: "SetPresence" })

type Faults = ReadonlyArray<Fault>

const judgeFields = judgeLimits(SetPresence)
const judgeClients = judgeLimits(ClientStatus)
const judgeActivityFields = judgeLimits(SetActivity)
const PARTS = {
  timestamps: judgeLimits(Timestamps),
  emoji: judgeLimits(Emoji),
  party: judgeLimits(Party),
  assets: judgeLimits(Assets)
} as const

export const judgePresence = (draft: typeof SetPresence.Type): Faults => {
  const activities = draft.activities ?? []
  return [
    ...judgeFields(draft),
    ...(draft.client_status == null ? [] : under(["client_status"], judgeClients(draft.client_status))),
    ...(activities.length > limits.activities
      ? [fault(["activities"], FormError.maxLength(limits.activities))]
      : activities.flatMap((one, i) => under(["activities", i], judgeActivity(one))))
  ]
}

const judgeActivity = (draft: typeof SetActivity.Type): Faults => {
  const buttons = draft.buttons ?? []
  const size = draft.party?.size
  return [
    ...judgeActivityFields(draft),
    ...Object.entries(PARTS).flatMap(([name, judge]) => {
      const part = draft[name as keyof typeof PARTS]
      return part == null ? [] : under([name], judge(part))
    }),
    ...(size == null || size.length === 2 ? [] : [fault(["party", "size"], FormError.badLength(2, 2))]),
    ...at(["buttons"], countError(buttons, limits.buttons)),
    ...buttons.flatMap((label, i) => at(["buttons", i], lengthError(label, 1, limits.buttonMax)))
  ]
}

export const wantedPresence = ({ status, activities, client_status }: typeof SetPresence.Type): WantedPresence => {
  const shownStatus = STATUSES.find((one) => one === status) ?? "offline"
  const clients = told({ ...client_status })
  return {
    status: shownStatus,
    activities: (activities ?? []).map(activityOf),
    // Another value is refused.
    client_status: (Object.keys(clients).length === 0
      ? { desktop: shownStatus }
      : clients) as WantedPresence["client_status"]
  }
}

const activityOf = ({ name, type, timestamps, emoji, party, assets, ...plain }: typeof SetActivity.Type) => ({
  name: name ?? "",
  type: type ?? 0,
  ...told(plain),
  ...(timestamps == null ? {} : { timestamps: told(timestamps) }),
  ...(emoji == null ? {} : { emoji: { ...told(emoji), name: emoji.name ?? "" } }),
  ...(party == null ? {} : { party: partyOf(party) }),
  ...(assets == null ? {} : { assets: told(assets) })
})

const partyOf = ({ id, size }: typeof Party.Type) => ({
  ...told({ id }),
  ...(size == null ? {} : { size: [size[0] ?? 0, size[1] ?? 0] as const })
})

/** What a draft has. */
const told = <D extends object>(draft: D) =>
  // Object.fromEntries widens its keys to string; null and undefined are left out.
  Object.fromEntries(Object.entries(draft).filter(([, value]) => value != null)) as {
    readonly [F in keyof D]?: Exclude<D[F], null | undefined>
  }
