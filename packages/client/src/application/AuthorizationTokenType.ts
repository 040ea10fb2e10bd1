/** The token types of the C++ library; this service supports only bearer tokens. Source: wire-rest.md §7. */
export const AuthorizationTokenType = { User: 0, Bearer: 1 } as const

export type AuthorizationTokenType = (typeof AuthorizationTokenType)[keyof typeof AuthorizationTokenType]
