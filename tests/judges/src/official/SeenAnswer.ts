/** A sent answer. */
export interface SeenAnswer {
  readonly method: string
  /** Request target with its query. */
  readonly target: string
  readonly status: number
  readonly contentType: string | undefined
  readonly body: string
}
