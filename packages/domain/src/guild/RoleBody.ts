/**
 * Bodies that create and edit roles. Pictures and emoji of a role are accepted and not kept (ours), and so are the
 * second and third of its colors. Source: official OpenAPI document, `CreateRoleRequest`, `UpdateRoleRequestPartial`,
 * `UpdateRolePositionsRequest`.
 */
import { Schema } from "effect"
import * as Limits from "../base/Limits.ts"
import { bits, type ElementBody, said, unlessNull } from "../element/ElementBody.ts"
import type { Fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { at, gather } from "../validation/Rule.ts"
import { Big, Bool, decoder, field, Id, Int, list, Text, withoutEchoes } from "../validation/Shape.ts"

const Colors = Schema.Struct({ primary_color: field(Int) })

const RoleShape = Schema.Struct({
  name: field(Text),
  permissions: field(Big),
  color: field(Int),
  colors: field(Colors),
  hoist: field(Bool),
  mentionable: field(Bool)
})

const decode = decoder(RoleShape)

/** Null leaves name and permissions as they are; null for anything else is its default (ours). */
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

/** What a new role is where its body does not say: the platform gives it the permissions of @everyone. */
export const newRole = ({ body, ...rest }: ElementBody, everyone: string): ElementBody => ({
  ...rest,
  body: { name: "new role", permissions: everyone, position: 1, ...body }
})

/** The permissions that a body would give, as far as it says sound ones. */
export const grantedBits = ({ body: { permissions } }: ElementBody): bigint | undefined =>
  typeof permissions === "string" ? BigInt(permissions) : undefined

const Position = Schema.Struct({ id: field(Id), position: field(Int) })

const decodePositions = decoder(list(Position, Limits.guild.positions))

export interface Positioned {
  readonly id: string
  readonly position: number | undefined
}

/** The elements of a list of positions in their places; each names a role. */
export const rolePositions = (
  sent: unknown
): { readonly elements: ReadonlyArray<Positioned>; readonly faults: ReadonlyArray<Fault> } => {
  const { value, faults } = decodePositions(sent)
  return {
    elements: value.map(({ id, position }) => ({ id: id ?? "", position: unlessNull(position) })),
    faults: withoutEchoes(faults, listFaults(value))
  }
}

/** What a list of positions has wrong as a list, and elements that name nothing. */
export const listFaults = (
  elements: ReadonlyArray<{ readonly id?: string | null | undefined }>
): ReadonlyArray<Fault> =>
  elements.length > Limits.guild.positions
    ? at([], FormError.maxLength(Limits.guild.positions))
    : gather(elements, ({ id }, i) => at([i, "id"], id === undefined || id === null ? FormError.required : undefined))
