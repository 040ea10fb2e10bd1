/**
 * Bodies that create and edit roles. Of an icon only the hash is kept. Our choice: docs/choices.md "Guilds and members". Source:
 * official OpenAPI document, `CreateRoleRequest`, `UpdateRoleRequestPartial`, `UpdateRolePositionsRequest`.
 */
import { Schema } from "effect"
import * as Limits from "../base/Limits.ts"
import { profile } from "../base/ProfileLimits.ts"
import { bits, type ElementBody, said, unlessNull } from "../element/ElementBody.ts"
import type { Fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import type { Role } from "../record/World.ts"
import { countError } from "../validation/Given.ts"
import { at, gather } from "../validation/Rule.ts"
import { Big, Bool, decoder, field, Id, Int, list, needed, Text, withoutEchoes } from "../validation/Shape.ts"
import { described, text, whole } from "../validation/ShapeLimits.ts"
import type { Boosted } from "./Feature.ts"
import { sentPicture } from "./PictureBody.ts"

const color = whole(0, Limits.guild.colorMax)

const Colors = Schema.Struct({
  primary_color: field(color),
  secondary_color: field(color),
  tertiary_color: field(color)
}).annotate({ identifier: "RoleColorsBody" })

export const RoleShape = Schema.Struct({
  name: field(text(1, 100)),
  permissions: field(Big),
  color: field(color),
  colors: field(Colors),
  hoist: field(Bool),
  mentionable: field(Bool),
  icon: field(described(Text, "A picture as a data URI.")),
  unicode_emoji: field(text(1, 100))
}).annotate({ identifier: "RoleBody" })

const decode = decoder(RoleShape)

/** Null keeps name and permissions and resets others. Our choice: docs/choices.md "Guilds and members". */
export const roleBody = (sent: unknown, sha256: (text: string) => string): ElementBody => {
  const { value, faults } = decode(sent)
  const icon = sentPicture(value.icon, profile.iconBytes, sha256)
  return {
    body: said({
      name: unlessNull(value.name),
      permissions: bits(unlessNull(value.permissions)),
      ...colorsOf(value),
      hoist: value.hoist,
      mentionable: value.mentionable,
      icon: icon.hash,
      unicode_emoji: value.unicode_emoji
    }),
    faults: [...faults, ...at(["icon"], icon.error)],
    pictures: icon.kept,
    places: {
      ...(typeof value.colors?.primary_color === "number" ? { color: ["colors", "primary_color"] } : {}),
      secondary_color: ["colors", "secondary_color"],
      tertiary_color: ["colors", "tertiary_color"]
    }
  }
}

/** A third color makes the role holographic, which has three fixed colors. Source: the platform's documentation of roles. */
export const HOLOGRAPHIC = { color: 11_127_295, secondary_color: 16_759_788, tertiary_color: 16_761_760 }

/** All colors of a body that says one of them. Our choice: docs/choices.md "Guilds and members". */
const colorsOf = ({ color, colors }: typeof RoleShape.Type) => {
  if (color === undefined && colors === undefined) return {}
  if (typeof colors?.tertiary_color === "number") return HOLOGRAPHIC
  return {
    color: colors === undefined ? color : (colors?.primary_color ?? color ?? null),
    secondary_color: colors?.secondary_color ?? null,
    tertiary_color: null
  }
}

/** The feature that a guild needs for what a role would show; undefined for one that needs none. */
export const featureNeeded = (
  { body }: Pick<ElementBody, "body">,
  before: Partial<Role> | undefined
): Boosted | undefined => {
  const isNew = (name: keyof Role) => body[name] != null && body[name] !== before?.[name]
  if (isNew("icon") || isNew("unicode_emoji")) return "ROLE_ICONS"
  return isNew("secondary_color") || isNew("tertiary_color") ? "ENHANCED_ROLE_COLORS" : undefined
}

/** A new role with its defaults: the platform gives it the permissions of @everyone. */
export const newRole = ({ body, ...rest }: ElementBody, everyone: string): ElementBody => ({
  ...rest,
  body: { name: "new role", permissions: everyone, position: 1, ...body }
})

/** The permissions that a body would give; undefined when the body has none, or faulty ones. */
export const grantedBits = ({ body: { permissions } }: ElementBody): bigint | undefined =>
  typeof permissions === "string" ? BigInt(permissions) : undefined

const Position = Schema.Struct({ id: needed(Id), position: field(Int) }).annotate({ identifier: "RolePositionBody" })

export const RolePositions = list(Position, Limits.guild.positions)

const decodePositions = decoder(RolePositions)

/** The elements of a list of positions, in order; each must name a role. */
export const rolePositions = (sent: unknown) => {
  const { value, faults } = decodePositions(sent)
  return {
    elements: value.map(({ id, position }) => ({ id: id ?? "", position: unlessNull(position) })),
    faults: withoutEchoes(faults, listFaults(value))
  }
}

/** The fault of a list that is too long, or the faults of elements without an id. */
export const listFaults = (elements: ReadonlyArray<{ readonly id?: string | null }>): ReadonlyArray<Fault> => {
  const tooMany = at([], countError(elements, Limits.guild.positions))
  return tooMany.length > 0 ? tooMany : gather(elements, ({ id }, i) => at([i, "id"], FormError.presence(id)))
}
