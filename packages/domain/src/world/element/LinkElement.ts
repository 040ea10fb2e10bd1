/** Embeds of links, by address: `record/LinkEmbed`. */
import { type LinkEmbed, limits } from "../../record/LinkEmbed.ts"
import * as EmbedFields from "../field/EmbedFields.ts"
import { keys, length } from "../rule/Check.ts"
import * as Value from "../rule/Value.ts"
import type { Element, Rooted } from "./Element.ts"

const { kind, shape, places, rules, defaults } = EmbedFields

export const element = {
  list: "links",
  kind,
  shape,
  places,
  rules,
  defaults,
  keyed: {
    by: ({ address }) => address,
    rules: [keys(limits.links, Value.httpUrl), keys(limits.links, length(1, limits.addressMax))]
  },
  build: (draft, _, address): LinkEmbed => ({ address, embed: EmbedFields.build(draft, address) }),
  toFile: ({ embed }) => embed,
  collections: ["link"],
  key: ({ address }) => [address]
} satisfies Element<LinkEmbed, EmbedFields.Draft> & Rooted<LinkEmbed, EmbedFields.Draft>
