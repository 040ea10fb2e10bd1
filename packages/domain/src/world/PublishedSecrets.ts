/**
 * The secrets of the demo world, which everyone can read: only a server on loopback takes them. They are data, so that a
 * stored or an exported world is judged as well. Our choice: docs/choices.md "World file".
 */
import { type FileElement, isElement } from "../element/WorldTarget.ts"
import { type Fault, fault, type Path } from "../error/Fault.ts"

/** The bot tokens of the demo world; a server on loopback takes the former one of each as well, from a stored world too. */
const BOT_TOKENS: ReadonlyArray<readonly [now: string, former: string]> = [
  ["MTAwMDAwMDAwMDAwMDAwMDAx.VhBaQQ.pet-shop-bot-token", "pet-shop-bot-token"],
  ["MTAwMDAwMDAwMDAwMDAwMDAy.VhBaQQ.my-app-bot-token", "my-app-bot-token"]
]

const PUBLISHED: ReadonlyArray<string> = [
  ...BOT_TOKENS.flat(),
  "pet-shop-secret",
  "my-app-secret",
  "pet-shop-update",
  "alice-permissions"
]

const OTHERS = new Map(BOT_TOKENS.flatMap(([now, former]) => [[now, former] as const, [former, now] as const]))

/** The other form of a bot token of the demo world. Where a world has neither form, neither lets anybody in. */
export const otherForm = (token: string): string | undefined => OTHERS.get(token)

type Sha256 = (text: string) => string

/** The places of published secrets in a world or a world file. */
export const publishedSecrets = (world: unknown, sha256: Sha256): ReadonlyArray<Path> => {
  const isPublished = judge(sha256)
  return [
    ...list(world, "applications").flatMap(
      ({ bot, client_secret }, i): ReadonlyArray<Path> => [
        ...(isElement(bot) && isPublished(bot["token"]) ? [["applications", i, "bot", "token"]] : []),
        ...(isPublished(client_secret) ? [["applications", i, "client_secret"]] : [])
      ]
    ),
    ...list(world, "tokens").flatMap(
      (token, i): ReadonlyArray<Path> =>
        ["token", "token_hash"].flatMap((field) => (isPublished(token[field]) ? [["tokens", i, field]] : []))
    )
  ]
}

const PROBLEM = {
  code: "PUBLISHED_SECRET",
  message:
    "Everyone can read this secret of the demo world, so only a server on a loopback address takes it: leave it out, and " +
    "a new one is made."
}

export const publishedFaults = (world: unknown, sha256: Sha256): ReadonlyArray<Fault> =>
  publishedSecrets(world, sha256).map((path) => fault(path, PROBLEM))

/** A world file without its published secrets, so that decoding makes new ones. Tokens of users are left out. */
export const withoutPublished = (world: unknown, sha256: Sha256): unknown => {
  if (!isElement(world) || publishedSecrets(world, sha256).length === 0) return world
  const isPublished = judge(sha256)
  const kept = (element: FileElement) =>
    Object.fromEntries(Object.entries(element).filter(([, value]) => !isPublished(value)))
  const application = (element: FileElement) =>
    isElement(element["bot"]) ? { ...kept(element), bot: kept(element["bot"]) } : kept(element)
  const changes: Readonly<Record<string, (element: FileElement) => ReadonlyArray<FileElement>>> = {
    applications: (element) => [application(element)],
    tokens: (token) => (Object.values(token).some(isPublished) ? [] : [token])
  }
  return Object.fromEntries(
    Object.entries(world).map(([field, held]) => {
      const change = changes[field]
      return [field, change === undefined ? held : each(held, change)]
    })
  )
}

const judge = (sha256: Sha256) => {
  const known = new Set<unknown>(PUBLISHED.flatMap((secret) => [secret, sha256(secret)]))
  return (value: unknown): boolean => known.has(value)
}

/** Positions count, so what is no element stays, as an empty one. */
const list = (world: unknown, field: string): ReadonlyArray<FileElement> => {
  const held = isElement(world) ? world[field] : undefined
  return Array.isArray(held) ? held.map((item: unknown) => (isElement(item) ? item : {})) : []
}

/** What is no list or no element stays, for the decoder to refuse. */
const each = (held: unknown, change: (element: FileElement) => ReadonlyArray<FileElement>): unknown =>
  Array.isArray(held) ? held.flatMap((item): ReadonlyArray<unknown> => (isElement(item) ? change(item) : [item])) : held
