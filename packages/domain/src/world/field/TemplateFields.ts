/** The template of a guild, as a world file has it. */
import { CODE, type GuildTemplate, limits } from "../../record/GuildTemplate.ts"
import { Any, Id, Int, Text } from "../../validation/Shape.ts"
import { between, length, matches, present, required } from "../rule/Check.ts"
import { fieldsOf } from "../rule/Fields.ts"
import { held, type Placed } from "../rule/Placed.ts"
import { by, type UniqueRule } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"
import * as WorldError from "../rule/WorldError.ts"

const snapshot = present(
  (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return WorldError.badSnapshot
    return JSON.stringify(value).length > limits.snapshotMax ? WorldError.snapshotTooLarge : undefined
  },
  { type: "object" }
)

const Template = fieldsOf("template", {
  code: [Text, required, matches(CODE, WorldError.badTemplateCode)],
  name: [Text, required, length(1, limits.nameMax)],
  description: [Text, length(0, limits.descriptionMax)],
  usage_count: [Int, between(0, 2 ** 31 - 1)],
  creator_id: [Id, required, Value.account],
  created_at: [Text, required, Value.time],
  updated_at: [Text, required, Value.time],
  serialized_source_guild: [Any, required, snapshot]
})

export const shape = Template.shape
export const rules = Template.rules
export const defaults = { template: { description: null, usage_count: 0 } } as const

type Draft = typeof shape.Type

interface Holding {
  readonly template?: Draft | null
}

export const places = (guilds: ReadonlyArray<Placed<Holding>>) => ({
  template: held(guilds, "template", ({ template }) => template)
})

export const unique: UniqueRule<{ readonly template?: ReadonlyArray<Placed<Pick<Draft, "code">>> }> = {
  entries: ({ template = [] }) => by(template, "code", ({ code }) => code),
  problem: WorldError.duplicateEntry("The code of a template leads to one guild.")
}

export const build = (draft: Draft): GuildTemplate => ({
  code: draft.code ?? "",
  name: draft.name ?? "",
  description: draft.description ?? defaults.template.description,
  usage_count: draft.usage_count ?? defaults.template.usage_count,
  creator_id: draft.creator_id ?? "",
  created_at: draft.created_at ?? "",
  updated_at: draft.updated_at ?? "",
  // The rules have judged it.
  serialized_source_guild: (draft.serialized_source_guild ?? {}) as GuildTemplate["serialized_source_guild"]
})
