import type { Snowflake } from "../../base/Snowflake.ts"

/** Makes what a world leaves out. Pure functions: the same question always has the same answer. */
export interface Mint {
  /** Ed25519 seed, 64 hex digits. */
  readonly privateKey: (applicationId: Snowflake) => string
  readonly secret: (what: "bot_token" | "client_secret", applicationId: Snowflake) => string
  /** 64 lower-case hex digits. */
  readonly sha256: (text: string) => string
  /** The n-th fresh id, from 0; `freshIds` says how many a world can need. */
  readonly snowflake: (n: number) => Snowflake
}
