/** Flags of members. Source: the platform's documentation of members. */
export const MemberFlag = { DID_REJOIN: 1 << 0, BYPASSES_VERIFICATION: 1 << 2 } as const
