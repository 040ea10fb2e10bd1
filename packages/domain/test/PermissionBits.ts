import { BITS, type PermissionName } from "@backlot/domain/Permission"

/** The set of these bits. */
export const bits = (...names: ReadonlyArray<PermissionName>): bigint =>
  names.reduce((set, name) => set | BITS[name], 0n)
