/** What a user shows beside their name and picture: values in the user's record. */
import { type Adornments, limits, type Nameplate, PALETTES } from "../../record/Adornment.ts"
import { Bool, Id, Text } from "../../validation/Shape.ts"
import { length, oneOf, required } from "../rule/Check.ts"
import { fieldsOf } from "../rule/Fields.ts"
import { held, type Placed } from "../rule/Placed.ts"
import * as Value from "../rule/Value.ts"

const Decoration = fieldsOf("avatar_decoration", {
  asset: [Text, required, Value.avatar],
  sku_id: [Id, required]
})

const Primary = fieldsOf("primary_guild", {
  identity_guild_id: [Id],
  identity_enabled: [Bool],
  tag: [Text, length(1, limits.tag)],
  badge: [Text, Value.avatar]
})

const Plate = fieldsOf("nameplate", {
  asset: [Text, required, length(1, limits.nameplateAsset)],
  palette: [Text, required, oneOf(PALETTES)],
  label: [Text, length(0, limits.nameplateLabel)],
  sku_id: [Id, required]
})

const Collectibles = fieldsOf("collectibles", { nameplate: [Plate.shape] })

export const fields = {
  avatar_decoration_data: [Decoration.shape],
  primary_guild: [Primary.shape],
  collectibles: [Collectibles.shape]
} as const

export const rules = { ...Decoration.rules, ...Primary.rules, ...Plate.rules, ...Collectibles.rules }

interface Draft {
  readonly avatar_decoration_data?: typeof Decoration.shape.Type | null | undefined
  readonly primary_guild?: typeof Primary.shape.Type | null | undefined
  readonly collectibles?: typeof Collectibles.shape.Type | null | undefined
}

export const places = (users: ReadonlyArray<Placed<Draft>>) => {
  const collectibles = held(users, "collectibles", (user) => user.collectibles)
  return {
    avatar_decoration: held(users, "avatar_decoration_data", (user) => user.avatar_decoration_data),
    primary_guild: held(users, "primary_guild", (user) => user.primary_guild),
    collectibles,
    nameplate: held(collectibles, "nameplate", (all) => all.nameplate)
  }
}

export const defaults = {
  avatar_decoration: {},
  primary_guild: { identity_guild_id: null, identity_enabled: true, tag: null, badge: null },
  collectibles: { nameplate: null },
  nameplate: { label: "" }
} as const

export const build = ({ avatar_decoration_data: decoration, primary_guild, collectibles }: Draft): Adornments => ({
  ...(decoration ? { avatar_decoration_data: { asset: decoration.asset ?? "", sku_id: decoration.sku_id ?? "" } } : {}),
  ...(primary_guild
    ? {
        primary_guild: {
          identity_guild_id: primary_guild.identity_guild_id ?? null,
          identity_enabled: primary_guild.identity_enabled ?? true,
          tag: primary_guild.tag ?? null,
          badge: primary_guild.badge ?? null
        }
      }
    : {}),
  ...(collectibles?.nameplate ? { collectibles: { nameplate: nameplate(collectibles.nameplate) } } : {})
})

const nameplate = ({ asset, palette, label, sku_id }: typeof Plate.shape.Type): Nameplate => ({
  sku_id: sku_id ?? "",
  asset: asset ?? "",
  label: label ?? defaults.nameplate.label,
  palette: PALETTES.find((one) => one === palette) ?? "white"
})
