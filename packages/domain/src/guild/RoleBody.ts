/**
 * Bodies that create and edit roles. The service accepts pictures, emoji and the second and third color of a role and does
 * not keep them. Our choice: docs/choices.md "Guilds and members". Source: official OpenAPI document, `CreateRoleRequest`, `UpdateRoleRequestPartial`,
 * `UpdateRolePositionsRequest`.
 */
import { Schema } from "effect"
import * as Limits from "../base/Limits.ts"
import { bits, type ElementBody, said, unlessNull } from "../element/ElementBody.ts"
import type { Fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { countError } from "../validation/Given.ts"
import { at, gather } from "../validation/Rule.ts"
import { Big, Bool, decoder, field, Id, Int, list, needed, withoutEchoes } from "../validation/Shape.ts"
import { text, whole } from "../validation/ShapeLimits.ts"

const color = whole(0, Limits.guild.colorMax)

const Colors = Schema.Struct({ primary_color: field(color) }).annotate({ identifier: "RoleColorsBody" })

export const RoleShape = Schema.Struct({
  name: field(text(1, 100)),
  permissions: field(Big),
  color: field(color),
  colors: field(Colors),
  hoist: field(Bool),
  mentionable: field(Bool)
}).annotate({ identifier: "RoleBody" })

const decode = decoder(RoleShape)

/** Null keeps name and permissions and resets others. Our choice: docs/choices.md "Guilds and members". */
export const roleBody = (sent: unknown): ElementBody => {
  const { value, faults } = decode(sent)
  const primary = value.colors?.primary_color
  return {
    body: said({
      name: unlessNull(value.name),
      permissions: bits(unlessNull(value.permissions)),
      color: primary ?? value.color,
      hoist: value.hoist,
      mentionable: value.mentionable
    }),
    faults,
    places: typeof primary === "number" ? { color: ["colors", "primary_color"] } : {}
  }
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
