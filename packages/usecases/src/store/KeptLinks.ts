/** The embeds of links, by address. Inside a transaction. */
import type { LinkEmbed } from "@backlot/domain/record/LinkEmbed"
import { sorted } from "@backlot/domain/world/element/Element"
import { ELEMENTS } from "@backlot/domain/world/element/Elements"
import * as Body from "@backlot/ports/Body"
import { collection, text } from "./Collection.ts"

const collected = collection<LinkEmbed>({ name: "link", key: ({ address }) => [text(address)] })

/** All in the order of a world. */
export const all = Body.map(collected.list([]), (links) => sorted(ELEMENTS.links, links))

export const put = (link: LinkEmbed) => collected.put(link)

export const remove = ({ address }: Pick<LinkEmbed, "address">) => collected.delete(text(address))

/** The embeds of those addresses that have one. */
export const embedsOf = (addresses: ReadonlyArray<string>) =>
  Body.map(collected.existing(addresses.map((address) => [text(address)])), (links) => links.map(({ embed }) => embed))
