/** What applications, users and time may do to interactions, in any order. */
import fc from "fast-check"
import type * as Naive from "./NaiveInteraction.ts"

export type Step =
  | { readonly do: "use"; readonly kind: Naive.Kind; readonly installed: boolean }
  | { readonly do: "submit"; readonly of: number }
  | { readonly do: "callback"; readonly of: number; readonly type: number; readonly said: Naive.Said }
  | { readonly do: "http"; readonly of: number; readonly type: number; readonly said: Naive.Said; status: number }
  | { readonly do: "post"; readonly of: number; readonly said: Naive.Said }
  | { readonly do: "edit"; readonly of: number; readonly message: number; readonly said: Naive.Said }
  | { readonly do: "delete" | "get"; readonly of: number; readonly message: number }
  | { readonly do: "wait"; readonly ms: number; readonly runs: boolean }

const of = fc.nat(6)
/** 0 is `@original`, others are whatever stands in the channel. */
const message = fc.nat(2)
const type = fc.constantFrom(1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 4, 5, 6, 7, 9, 5, 6, 7)
const said = fc.record({ content: fc.constantFrom("hi", "hello", "hey", "ho", ""), hidden: fc.boolean() })
const kind = fc.constantFrom<Naive.Kind>("command", "component", "autocomplete", "component")

const status = fc.constantFrom(200, 200, 202, 500)
const ms = fc.constantFrom(1, 1, 1, 500, 1_000, 1_000, 2_999, 3_000, 897_000, 899_999)

export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant("use" as const), kind, installed: fc.boolean() }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("callback" as const), of, type, said }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("http" as const), of, type, said, status }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("submit" as const), of }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant("post" as const), of, said }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("edit" as const), of, message, said }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom("delete" as const, "delete" as const, "get" as const), of, message })
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("wait" as const), ms, runs: fc.boolean() }) }
)
