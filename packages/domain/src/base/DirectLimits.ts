/** The limits of groups of direct messages. Source: the platform's documentation of `Create Group DM`. */
export const direct = {
  recipients: 10,
  /** That one bot has made. */
  groups: 10,
  nickMax: 32
} as const
