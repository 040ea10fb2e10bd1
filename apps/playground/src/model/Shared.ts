/**
 * The state of the page in the fragment of its address: deflated JSON, base64url. A browser sends the fragment to nobody. What a
 * fragment unpacks to is bounded, because anybody can write one.
 */
import { Result } from "effect"
import * as Base64Url from "effect/encoding/Base64Url"
import { TEXT_MAX } from "./Text.ts"
import { TYPED_MAX } from "./Typed.ts"

export interface Shared {
  readonly definitions: string
  readonly world: string
  readonly typed: string
  readonly user: string
  readonly channel: string
  readonly command: string
  readonly scope: "global" | "guild"
}

const NAME = "#playground="

/** Characters of a fragment; mail programs and chats cut longer addresses. Our choice: docs/choices.md "Command line". */
export const FRAGMENT_MAX = 8_000

const ID_MAX = 40
const BOUNDS = {
  definitions: TEXT_MAX,
  world: TEXT_MAX,
  typed: TYPED_MAX,
  user: ID_MAX,
  channel: ID_MAX,
  command: ID_MAX
} satisfies Readonly<Record<Exclude<keyof Shared, "scope">, number>>
const BOUNDED = ["definitions", "world", "typed", "user", "channel", "command"] as const

/** Bytes of the unpacked state: JSON writes one UTF-16 code unit in at most six bytes. The rest is for the names of the fields. */
const UNPACKED_MAX = 6 * Object.values(BOUNDS).reduce((sum, most) => sum + most, 0) + 1024

/** The fragment, or why there is none. */
export const toFragment = async (shared: Shared): Promise<Result.Result<string, string>> => {
  const long = BOUNDED.find((name) => shared[name].length > BOUNDS[name])
  if (long !== undefined) return Result.fail(tooLarge(`${long} of ${shared[long].length}`, BOUNDS[long]))
  const bytes = await through(new TextEncoder().encode(JSON.stringify(shared)), new CompressionStream("deflate-raw"))
  const fragment = `${NAME}${Base64Url.encode(bytes)}`
  return fragment.length > FRAGMENT_MAX
    ? Result.fail(tooLarge(String(fragment.length), FRAGMENT_MAX))
    : Result.succeed(fragment)
}

const tooLarge = (length: string, most: number): string =>
  `It is too large for a link: ${length} characters, where ${most} are the most. Leave out definitions or parts of the world.`

/** Undefined for a fragment of something else. Fails for one that is broken or too large. */
export const fromFragment = async (fragment: string): Promise<Result.Result<Shared, string> | undefined> => {
  if (!fragment.startsWith(NAME)) return undefined
  const shared = fragment.length > FRAGMENT_MAX ? undefined : await unpacked(fragment.slice(NAME.length))
  return shared === undefined ? Result.fail(UNREADABLE) : Result.succeed(shared)
}

const UNREADABLE = "This link cannot be read: it is broken or was cut off. Ask for it again; nothing here was changed."

const unpacked = async (text: string): Promise<Shared | undefined> => {
  const packed = Base64Url.decode(text)
  if (Result.isFailure(packed)) return undefined
  try {
    const bytes = await through(new Uint8Array(packed.success), new DecompressionStream("deflate-raw"))
    return decoded(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)))
  } catch {
    return undefined
  }
}

const decoded = (value: unknown): Shared | undefined => {
  if (typeof value !== "object" || value === null) return undefined
  const given = new Map(Object.entries(value))
  const isBounded = (name: (typeof BOUNDED)[number]) => {
    const text: unknown = given.get(name)
    return typeof text === "string" && text.length <= BOUNDS[name]
  }
  const scope = given.get("scope")
  if (!BOUNDED.every(isBounded) || (scope !== "global" && scope !== "guild")) return undefined
  const of = (name: keyof Shared) => String(given.get(name))
  return {
    definitions: of("definitions"),
    world: of("world"),
    typed: of("typed"),
    user: of("user"),
    channel: of("channel"),
    command: of("command"),
    scope
  }
}

/** All that comes out, up to the bound. */
const through = async (
  bytes: Uint8Array<ArrayBuffer>,
  transform: CompressionStream | DecompressionStream
): Promise<Uint8Array> => {
  const parts: Array<Uint8Array> = []
  let length = 0
  for await (const part of new Blob([bytes]).stream().pipeThrough(transform)) {
    length += part.length
    if (length > UNPACKED_MAX) throw new RangeError("The state is too large")
    parts.push(part)
  }
  const all = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
