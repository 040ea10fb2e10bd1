/** What a user says of an installation, a grant, a nickname or a purchase. */

export interface Installation {
  readonly application: string
  /** Default: on the user. */
  readonly guild?: string
  readonly scopes?: ReadonlyArray<string>
  /** Permissions of the bot in the guild: names, or the bit set in decimal. */
  readonly permissions?: string | ReadonlyArray<string>
}

export interface Authorization {
  readonly application?: string
  readonly scopes: ReadonlyArray<string>
  readonly guild?: string
  /** false declines. */
  readonly authorize?: boolean
}

export interface Nickname {
  readonly guild: string
  /** An empty text removes it. */
  readonly nick: string
}

/** What a user buys. */
export interface Sale {
  /** By its name, slug or id. */
  readonly sku: string
  /** Who sells it, where several applications do. */
  readonly application?: string
  /** The guild that it is for. */
  readonly guild?: string
}
