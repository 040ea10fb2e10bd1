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
const BOUNDS: Readonly<Record<Exclude<keyof Shared, "scope">, number>> = {
  definitions: TEXT_MAX,
  world: TEXT_MAX,
  typed: TYPED_MAX,
  user: ID_MAX,
  channel: ID_MAX,
  command: ID_MAX
}

/** Bytes of the unpacked state: no text of the bounds above has more. */
const UNPACKED_MAX = 2 * 1024 * 1024

/** The fragment, or how long it would be. */
export const toFragment = async (shared: Shared): Promise<Result.Result<string, number>> => {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(shared)), new CompressionStream("deflate-raw"))
  const fragment = `${NAME}${Base64Url.encode(bytes)}`
  return fragment.length > FRAGMENT_MAX ? Result.fail(fragment.length) : Result.succeed(fragment)
}

/** Undefined for a fragment of something else, and for one that is broken or too large. */
export const fromFragment = async (fragment: string): Promise<Shared | undefined> => {
  if (!fragment.startsWith(NAME) || fragment.length > FRAGMENT_MAX) return undefined
  const packed = Base64Url.decode(fragment.slice(NAME.length))
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
  const texts = Object.entries(BOUNDS).map(([name, most]) => {
    const text: unknown = given.get(name)
    return typeof text === "string" && text.length <= most ? ([name, text] as const) : undefined
  })
  const scope = given.get("scope")
  if (texts.includes(undefined) || (scope !== "global" && scope !== "guild")) return undefined
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
