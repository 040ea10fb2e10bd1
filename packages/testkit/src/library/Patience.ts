/** How long something is waited for. */
export interface Patience {
  /** Real time, e.g. `500ms`. Default: 5s. */
  readonly within?: string
}
