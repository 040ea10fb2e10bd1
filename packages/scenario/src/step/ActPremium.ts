/** Users buy what applications sell, and let subscriptions end. */
import { Schema } from "effect"
import { textOf } from "../Fields.ts"
import { Name, optional, or } from "../Vocabulary.ts"
import { type Acts, plain } from "./Act.ts"

const Sale = Schema.Struct({
  sku: Name.annotate({ description: "The SKU, by its name, slug or id." }),
  application: optional(Name, "Who sells it; without one, the application of the scenario."),
  guild: optional(Name, "The guild that it is for.")
}).annotate({ identifier: "Sale" })

const named = (value: unknown) => textOf(value, "sku") ?? plain(value)

export const premiumActs = {
  buy: {
    shape: or(Sale).annotate({
      description: "The user buys an SKU of an application; the outcome has the entitlement. No money is involved."
    }),
    actor: "user",
    sentence: (value) => `buys ${named(value)}`
  },
  unsubscribe: {
    shape: or(Sale).annotate({
      description: "The user's subscription of an SKU does not renew: it ends with its period. The outcome has it."
    }),
    actor: "user",
    sentence: (value) => `ends the subscription of ${named(value)}`
  }
} as const satisfies Acts
