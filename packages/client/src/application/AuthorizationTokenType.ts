/** The kinds of tokens that the C++ library knows; this service gives and takes bearer tokens alone. Source: wire-rest.md §7. */
export const AuthorizationTokenType = { User: 0, Bearer: 1 } as const

export type AuthorizationTokenType = (typeof AuthorizationTokenType)[keyof typeof AuthorizationTokenType]
