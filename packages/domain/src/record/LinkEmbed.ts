/** What the service knows of an address: the embed that messages with a link to it get. */
export const LINK_TYPES = ["rich", "image", "video", "gifv", "article", "link"] as const

export interface LinkEmbed {
  /** As messages write it. */
  readonly address: string
  readonly embed: { readonly type: (typeof LINK_TYPES)[number] } & { readonly [field: string]: unknown }
}

/** Our choice: docs/choices.md "Embeds of links"; the number in a message is the platform's. */
export const limits = { links: 1_000, addressMax: 2_048, perMessage: 5 } as const
