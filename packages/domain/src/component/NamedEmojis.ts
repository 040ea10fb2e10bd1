/**
 * Custom emojis that bodies of messages, modals and forums name. The platform refuses those that the sender may not use;
 * so does a strict server, and others only tell. Code and text as the platform shows them for components; the rest is our
 * choice: docs/choices.md "Emojis".
 */
import { type Snowflake, toSnowflake } from "../base/Snowflake.ts"
import { isElement } from "../element/WorldTarget.ts"
import { type Fault, fault, formatPath, type Path } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { ComponentType } from "./ComponentFields.ts"

export interface NamedEmoji {
  /** Of the id in the body. */
  readonly path: Path
  readonly id: Snowflake
  /** Null where the body has none. */
  readonly name: string | null
}

/** Those of a valid body: of components at any depth, and of the answers of a poll. */
export const emojisIn = (body: unknown): ReadonlyArray<NamedEmoji> => {
  const found: Array<NamedEmoji> = []
  if (isElement(body)) {
    walk(body["components"], ["components"], found)
    if (isElement(body["poll"])) walk(body["poll"]["answers"], ["poll", "answers"], found)
  }
  return found
}

/** Those of a valid body of a channel: of its tags, and of its default reaction. */
export const forumEmojisIn = (body: unknown): ReadonlyArray<NamedEmoji> => {
  if (!isElement(body)) return []
  const { available_tags, default_reaction_emoji } = body
  const tags = Array.isArray(available_tags) ? available_tags : []
  return [
    ...tags.flatMap((tag, index) => custom(tag, "emoji_id", ["available_tags", index])),
    ...custom(default_reaction_emoji, "emoji_id", ["default_reaction_emoji"])
  ]
}

/** What holds components, and what holds emojis. */
const HOLDERS = ["components", "accessory", "component"] as const
const SHOWING = ["options", "poll_media"] as const

const walk = (value: unknown, path: Path, found: Array<NamedEmoji>, isShowing = false): void => {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) walk(item, [...path, index], found, isShowing)
    return
  }
  if (!isElement(value)) return
  if (isShowing || value["type"] === ComponentType.BUTTON) {
    found.push(...custom(value["emoji"], "id", [...path, "emoji"]))
  }
  for (const holder of HOLDERS) walk(value[holder], [...path, holder], found)
  for (const holder of SHOWING) walk(value[holder], [...path, holder], found, true)
}

const custom = (value: unknown, field: "id" | "emoji_id", path: Path): ReadonlyArray<NamedEmoji> => {
  if (!isElement(value)) return []
  const id = toSnowflake(value[field])
  const { name } = value
  return id === undefined ? [] : [{ path: [...path, field], id, name: typeof name === "string" ? name : null }]
}

/** Code and text of the public platform, for other emojis than those of buttons too. */
export const invalidEmoji = FormError.of("BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")

/** The platform does not show code and text. Our choice: docs/choices.md "Emojis". */
const invalidAnswer = FormError.of("POLL_ANSWER_INVALID_EMOJI", "Invalid emoji")

export const unusable = ({ path }: NamedEmoji): Fault =>
  fault(path, path.includes("poll_media") ? invalidAnswer : invalidEmoji)

/** An emoji that the sender may not use. */
export interface UnusableEmoji extends NamedEmoji {
  /** Of another application, or of a guild where the sender is not or lacks its roles. */
  readonly exists: boolean
}

/** e.g. `emoji 1 (tick) at components[0].components[0].emoji.id is not in the world …` */
export const unusableText = ({ path, id, name, exists }: UnusableEmoji): string => {
  const called = name === null || name === "" ? "" : ` (${name})`
  const where = exists
    ? "is of another application or guild, or not available"
    : `is not in the world: add \`emojis: [{ id: "${id}", name: ${name || "name"} }]\` to the application`
  return `emoji ${id}${called} at ${formatPath(path)} ${where}; the platform refuses it, and so does --strict`
}
