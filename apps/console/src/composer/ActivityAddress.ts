/** The address of an Activity's page, as the platform's client opens it. */

interface Launched {
  readonly instance_id: string
  readonly channel_id: string
  readonly guild_id: string | undefined
}

export type ActivityAddress =
  | { readonly url: string; readonly because?: undefined }
  | { readonly url?: undefined; readonly because: string }

/** With the query that the platform adds. Only pages on this machine, and never the console itself. */
export const addressIn = (
  given: string,
  { instance_id, channel_id, guild_id }: Launched,
  own: string
): ActivityAddress => {
  if (!URL.canParse(given)) return { because: "This is not an address." }
  const url = new URL(given)
  // The content security policy of the console says the same.
  if (url.protocol !== "http:" || !["127.0.0.1", "localhost"].includes(url.hostname))
    return { because: "Only pages at http://127.0.0.1 and http://localhost can be opened here." }
  if (url.origin === own) return { because: "This is the address of the console itself." }
  const query = { instance_id, frame_id: instance_id, platform: "desktop", channel_id, ...(guild_id && { guild_id }) }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return { url: url.href }
}

/** Many Activities are served beside the endpoint of their interactions. */
export const guessOf = (endpoint: string | null | undefined): string | undefined =>
  endpoint != null && URL.canParse(endpoint) ? `${new URL(endpoint).origin}/` : undefined
