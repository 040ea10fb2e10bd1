/**
 * Serves the browser console: the files of one folder, which the build has compressed. A server without that folder, such
 * as that of the testkit, answers with the page of its addresses. Source: product.md "Surfaces of one server", "Console".
 */
import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { NotFound } from "@backlot/domain/error/ServiceError"
import { Effect } from "effect"
import { ServerSettings } from "../boot/ServerContext.ts"
import * as Answer from "../http/Answer.ts"
import { type Call, routeAt } from "../http/Route.ts"
import { landing } from "../rest/Discovery.ts"

const TYPES: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
  webmanifest: "application/manifest+json",
  woff2: "font/woff2"
}

/** Names of content codings in the order of preference, with the endings of the compressed files. */
const CODINGS = { br: ".br", gzip: ".gz" } as const

/**
 * No script and no style but the console's own, nothing inline, nothing from elsewhere. Activities run in frames; on a
 * developer's machine they are served from another port.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "frame-src http://127.0.0.1:* http://localhost:*",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join("; ")

const COMMON = {
  "content-security-policy": POLICY,
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "no-referrer",
  vary: "accept-encoding",
  "x-content-type-options": "nosniff"
}

interface File {
  readonly type: string
  readonly bytes: Uint8Array
  readonly tag: string
  readonly coded: Readonly<Partial<Record<keyof typeof CODINGS, Uint8Array>>>
}

type Files = ReadonlyMap<string, File>

/** Each folder is read once in a process. */
const folders = new Map<string, Promise<Files>>()

const filesOf = (folder: string): Promise<Files> => {
  const known = folders.get(folder)
  if (known !== undefined) return known
  const read = readFiles(folder)
  folders.set(folder, read)
  return read
}

const readFiles = async (folder: string): Promise<Files> => {
  const names = new Set(await readdir(folder, { recursive: true }).catch(() => []))
  const content = (name: string) => readFile(join(folder, name))
  const files = [...names].flatMap((name) => {
    const type = TYPES[name.slice(name.lastIndexOf(".") + 1)]
    return type === undefined ? [] : [{ name: name.replaceAll("\\", "/"), type }]
  })
  const read = files.map(async ({ name, type }) => {
    const bytes = await content(name)
    const tag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`
    const coded: Partial<Record<keyof typeof CODINGS, Uint8Array>> = {}
    for (const [coding, ending] of Object.entries(CODINGS) as ReadonlyArray<[keyof typeof CODINGS, string]>) {
      if (names.has(`${name}${ending}`)) coded[coding] = await content(`${name}${ending}`)
    }
    return [name, { type, bytes, tag, coded }] as const
  })
  return new Map(await Promise.all(read))
}

const fileAt = Effect.fnUntraced(function* (name: string) {
  const { console: folder } = yield* ServerSettings
  return folder === undefined ? undefined : (yield* Effect.promise(() => filesOf(folder))).get(name)
})

/** `lasting`: the name has a hash of the content. */
const answerOf = (file: File, { headers }: Call["request"], lasting: boolean): Answer.Answer => {
  const kept = {
    ...COMMON,
    "cache-control": lasting ? "public, max-age=31536000, immutable" : "no-cache",
    etag: file.tag
  }
  if (headers["if-none-match"] === file.tag) return Answer.empty(304, kept)
  const accepted = new Set(
    String(headers["accept-encoding"] ?? "")
      .split(",")
      .map((coding) => coding.split(";")[0]?.trim())
  )
  const coding = (Object.keys(CODINGS) as ReadonlyArray<keyof typeof CODINGS>).find(
    (name) => accepted.has(name) && file.coded[name] !== undefined
  )
  const coded = coding === undefined ? undefined : file.coded[coding]
  if (coding === undefined || coded === undefined) return Answer.of(200, file.type, file.bytes, kept)
  return Answer.of(200, file.type, coded, { ...kept, "content-encoding": coding })
}

const named = (name: (call: Call) => string, lasting: boolean) =>
  Effect.fnUntraced(function* (call: Call) {
    const file = yield* fileAt(name(call))
    return file === undefined ? Answer.failure(new NotFound()) : answerOf(file, call.request, lasting)
  })

const page = Effect.fnUntraced(function* (call: Call) {
  const file = yield* fileAt("index.html")
  return file === undefined ? yield* landing() : answerOf(file, call.request, false)
})

/** Files beside the page whose names stay. */
const BESIDE = ["console.webmanifest", "icon.svg", "icon-maskable.svg"]

export const consoleRoutes = [
  routeAt("GET", "/", "console", page),
  routeAt(
    "GET",
    "/assets/:file",
    "console_asset",
    named(({ params }) => `assets/${params["file"]}`, true)
  ),
  ...BESIDE.map((file) =>
    routeAt(
      "GET",
      `/${file}`,
      "console_file",
      named(() => file, false)
    )
  )
]
