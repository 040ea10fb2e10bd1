/** Bits of a message's flags. */
export const CROSSPOSTED = 1 << 0
export const IS_CROSSPOST = 1 << 1
export const SUPPRESS_EMBEDS = 1 << 2
export const SOURCE_DELETED = 1 << 3
export const HAS_THREAD = 1 << 5
export const EPHEMERAL = 1 << 6
export const LOADING = 1 << 7
export const SUPPRESS_NOTIFICATIONS = 1 << 12
export const IS_COMPONENTS_V2 = 1 << 15

export const has = (flags: number | undefined, flag: number): boolean => ((flags ?? 0) & flag) !== 0
