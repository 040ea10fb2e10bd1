/** Embeds of links, by address: `record/LinkEmbed`. */
import { addressesIn } from "../../message/LinkEmbeds.ts"
import { type LinkEmbed, limits } from "../../record/LinkEmbed.ts"
import * as EmbedFields from "../field/EmbedFields.ts"
import { type Check, keys, length } from "../rule/Check.ts"
import * as Value from "../rule/Value.ts"
import * as WorldError from "../rule/WorldError.ts"
import type { Element, Rooted } from "./Element.ts"

const { kind, shape, places, rules, defaults } = EmbedFields

/** A message with just this address has it as a link. */
const found: Check = {
  judge: (value) => {
    const content = String(value)
    if (!/^https?:/.test(content)) return []
    const [address] = addressesIn({ content, flags: 0 })
    return address === content ? [] : [WorldError.unlinked(address ?? "")]
  }
}

export const element = {
  list: "links",
  kind,
  shape,
  places,
  rules,
  defaults,
  keyed: {
    by: ({ address }) => address,
    rules: [
      keys(limits.links, Value.httpUrl),
      keys(limits.links, length(1, limits.addressMax)),
      keys(limits.links, found)
    ]
  },
  build: (draft, _, address): LinkEmbed => ({ address, embed: EmbedFields.build(draft, address) }),
  toFile: ({ embed }) => embed,
  collections: ["link"],
  key: ({ address }) => [address]
} satisfies Element<LinkEmbed, EmbedFields.Draft> & Rooted<LinkEmbed, EmbedFields.Draft>
