/** A custom emoji of an application. */

import { emoji as limits } from "../../base/EmojiLimits.ts"
import type { Snowflake } from "../../base/Snowflake.ts"
import type { Target } from "../../element/WorldTarget.ts"
import { fault } from "../../error/Fault.ts"
import { badLength, emojiNameTaken } from "../../error/FormError.ts"
import { UnknownEmoji } from "../../error/ServiceError.ts"
import type { ApplicationEmoji, World } from "../../record/World.ts"
import * as Fields from "../field/EmojiFields.ts"
import { fieldsOf } from "../rule/Fields.ts"
import { type Placed, type PlacedTable, place } from "../rule/Placed.ts"
import { by, holder, pair, type UniqueRule } from "../rule/Unique.ts"
import { type Editable, type Element, type Reported, referring } from "./Element.ts"

const own = fieldsOf("application_emoji", Fields.FIELDS)

type Draft = typeof own.shape.Type

const defaults = { application_emoji: Fields.defaults }

const build = (application_id: Snowflake, draft: Draft): ApplicationEmoji => ({
  application_id,
  ...Fields.build(draft)
})

export const uniqueNames: UniqueRule<PlacedTable> = {
  entries: (p) =>
    by(p["application_emoji"] ?? [], "name", (emoji, at) => pair(holder(at), text(Reflect.get(emoji, "name")))),
  problem: emojiNameTaken
}

const text = (value: unknown) => (typeof value === "string" ? value : undefined)

const ofApplication = ({ application_emojis }: World, id: Snowflake) =>
  application_emojis.filter(({ application_id }) => application_id === id)

/** Its siblings, and emojis of others that have its id. */
const rivals = (world: World, { application_id, emoji_id }: Target<"application_emoji">) => {
  const { emoji, application_emoji } = Fields.rivals(world, [emoji_id], application_id)
  const siblings = ofApplication(world, application_id).flatMap(
    ({ id, name }): ReadonlyArray<Placed<object>> => (id === emoji_id ? [] : [place([], { id, name })])
  )
  return { emoji, application_emoji: [...siblings, ...application_emoji] }
}

export const element = {
  list: "application_emojis",
  ...own,
  defaults,
  unique: [uniqueNames],
  /** The emojis of one application. */
  buildAll: (drafts: ReadonlyArray<Draft>, applicationId: Snowflake) =>
    drafts.map((draft) => build(applicationId, draft)),
  toFile: ({ application_id: _, ...rest }) => rest,
  file: "image",
  collections: ["application_emoji", "picture"],
  key: (e) => [e.application_id, e.id],
  indexes: { id: (e) => [e.id] },
  belongsTo: ["application"],
  event: ({ image: _, ...emoji }) => ({ application_id: emoji.application_id, emoji_id: emoji.id, emoji }),
  edit: {
    unknown: UnknownEmoji,
    siblings: "always",
    kept: ["image"],
    around: (world, target) => ({ ...referring(world), rivals: rivals(world, target) }),
    unique: [Fields.uniqueEmojis, uniqueNames],
    record: ({ application_id }, draft) => build(application_id, draft),
    refused: (_, after, { application_id }) =>
      ofApplication(after, application_id).length > limits.perApplication
        ? [fault([], badLength(0, limits.perApplication))]
        : []
  }
} satisfies Element<ApplicationEmoji, Draft> & {
  buildAll(drafts: ReadonlyArray<Draft>, applicationId: Snowflake): ReadonlyArray<ApplicationEmoji>
} & Reported<ApplicationEmoji> &
  Editable<Draft, Target<"application_emoji">>
