/** What the server of a Backlot is started with. */
export interface ServerOptions {
  /**
   * A value in the shape of a world file, or the path of one, YAML or JSON. Default: the demo world, in which alice (an
   * administrator), bob (a moderator) and carol are in the channels of the guild Harbour, with the application Pet Shop.
   * `{}` is an empty one.
   */
  readonly world?: string | object
  /** Whose `app` and `commands` are meant, by name or id. Default: the first of the world. */
  readonly application?: string
  /** frozen: time passes by `advance` alone, so no slow machine ever lets an answer be late. Default: frozen. */
  readonly clock?: "real" | "frozen"
  /** file: a data file in a temporary folder, which survives `restart`. Default: memory. */
  readonly storage?: "memory" | "file"
  /** Whether rate limits refuse, only count, or rest. Default: observe on a frozen clock, enforce on a real one. */
  readonly limits?: "enforce" | "observe" | "off"
  /** clock: ids follow the service's clock, so that they are the same each time. Default: wall. */
  readonly ids?: "wall" | "clock"
  /** Makes tokens and keys reproducible. */
  readonly seed?: number
  /** Unknown fields of requests are reported as warnings. Default: false. */
  readonly strict?: boolean
  /** Looks on at the gateway, as the application, from the first act on: for `until({ gateway })`. Default: false. */
  readonly watchGateway?: boolean
  /** Told each warning of the server, such as a request for what is not implemented. Default: written to stderr. */
  readonly warn?: (line: string) => void
}
