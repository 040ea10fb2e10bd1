/** What a kind of step consists of. Each `Act*.ts` file of this room describes a few kinds; `Step.ts` collects them. */
import type { Schema } from "effect"
import type { Beside, Restricted } from "./Beside.ts"

export interface Act {
  /** The shape of the act's value. Its description is in the published schema and in docs/scenarios.md. */
  readonly shape: Schema.Top
  /** Whether the sentence begins with a user in a channel, with a user, or with neither. */
  readonly actor: "user in channel" | "user" | "nobody"
  /** The rest of the sentence. It must accept any value: steps are described before they are judged, too. */
  readonly sentence: (value: unknown, beside: Beside) => string
  /** Restricted fields that the act accepts. `until` means that the act makes an interaction and waits for the app. */
  readonly takes?: ReadonlyArray<Restricted>
  /** A field that the act cannot do without. */
  readonly requires?: Restricted
  readonly files?: string
  /** True: a load plays it. A text: why a load does not. Absent: it does not, for no special reason. */
  readonly load?: true | string
}

export type Acts = Readonly<Record<string, Act>>
