/** Makes hostile requests from valid ones by one change each. */
import fc from "fast-check"
import { BOT_TOKEN, PERMISSIONS_TOKEN } from "../Harbour.ts"
import type { Endpoint } from "./Endpoints.ts"
import { brokenJson, everyPlace, strangeJson, UNCONVERTIBLE } from "./Json.ts"
import { FileForm, type Sample } from "./Sample.ts"
import { CONTROL_TOKEN } from "./Scene.ts"
import { head } from "./Wire.ts"

export interface HostileRequest {
  readonly method: string
  /** One character per byte, so that a counterexample is readable. */
  readonly bytes: string
  /** True when the request must be refused; otherwise the service's rules decide. */
  readonly refused: boolean
}

interface Draft {
  readonly method: string
  readonly target: string
  readonly headers: ReadonlyArray<readonly [string, string]>
  readonly body: Uint8Array | undefined
  readonly refused: boolean
}

const AUTHORIZATION = {
  bot: `Bot ${BOT_TOKEN}`,
  user: `Bearer ${PERMISSIONS_TOKEN}`,
  control: `Bearer ${CONTROL_TOKEN}`,
  none: undefined
}

/** The valid request. */
export const validDraft = ({ method, path }: Endpoint, sample: Sample): Draft => {
  const { credential, params, query, body } = sample
  const authorization = AUTHORIZATION[credential]
  const { type, bytes } = encoded(body)
  return {
    method,
    target: targetOf(path, (name) => params[name] ?? "0", query),
    headers: [
      ["Host", "127.0.0.1"],
      ["Connection", "close"],
      ...(authorization === undefined ? [] : [["Authorization", authorization] as const]),
      ...(body === undefined ? [] : [["Content-Type", type] as const])
    ],
    body: body === undefined ? undefined : bytes,
    refused: false
  }
}

const encoded = (body: unknown): { readonly type: string; readonly bytes: Uint8Array } => {
  if (body instanceof FileForm) return body
  return body instanceof URLSearchParams
    ? { type: "application/x-www-form-urlencoded", bytes: Buffer.from(String(body)) }
    : { type: "application/json", bytes: Buffer.from(JSON.stringify(body) ?? "") }
}

const targetOf = (path: string, param: (name: string) => string, query: Readonly<Record<string, string>>): string => {
  const search = new URLSearchParams(query).toString()
  return path.replace(/:([a-z_]+)/g, (_, name) => param(name)) + (search === "" ? "" : `?${search}`)
}

export const requestOf = ({ method, target, headers, body, refused }: Draft): HostileRequest => {
  const names = new Set(headers.map(([name]) => name.toLowerCase()))
  const length = body === undefined || names.has("content-length") ? [] : [`Content-Length: ${body.length}`]
  const lines = [`${method} ${target} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`), ...length]
  return {
    method,
    refused,
    bytes: `${head(...lines)}${Buffer.from(body ?? []).toString("latin1")}`
  }
}

const EMOJI = "%F0%9F%98%80"

/** Path segments that name nothing. */
const SEGMENTS = [
  "%00",
  "1%00",
  "..",
  "%2e%2e",
  "%2E%2E%2F",
  "%c0%af",
  "%FF",
  "%ZZ",
  "%",
  "%25",
  "%5C..%5C",
  "18446744073709551616",
  "9".repeat(400),
  "-1",
  "+1",
  "1e5",
  "0x10",
  "1.0",
  "%201",
  "%EF%BC%91",
  EMOJI,
  "%ED%A0%80",
  "__proto__",
  "constructor",
  "toString",
  "a".repeat(3_000),
  ":",
  "*",
  "1;a=b",
  "%2F",
  "%0D%0AX-A:%20b"
]

export const hostileRequest = (endpoint: Endpoint, sample: Sample): fc.Arbitrary<HostileRequest> => {
  const valid = validDraft(endpoint, sample)
  const changes = [paths(endpoint, sample, valid), queries(valid), methods(valid), headers(valid, sample, endpoint)]
  const all = sample.body === undefined ? changes : [...changes, ...bodies(valid, sample, endpoint)]
  return fc.oneof(...all).map(requestOf)
}

/** The sample with a value that nothing converts at every place of its JSON body, one place at a time. */
export const unconvertible = (endpoint: Endpoint, sample: Sample): ReadonlyArray<HostileRequest> => {
  if (sample.body === undefined || sample.body instanceof URLSearchParams || sample.body instanceof FileForm) return []
  const valid = validDraft(endpoint, sample)
  return UNCONVERTIBLE.flatMap((text) => everyPlace(sample.body, text)).map((body) =>
    requestOf({ ...valid, body: Buffer.from(body) })
  )
}

const paths = ({ path }: Endpoint, { params, query }: Sample, valid: Draft): fc.Arbitrary<Draft> => {
  const names = Object.keys(params)
  const wrongVersion = fc
    .constantFrom("/api/v8/", "/api/v11/", "/api/v010/", "/api/v10%2F", "/API/v10/", "/api/../api/v10/")
    .map(
      (prefix): Draft => ({
        ...valid,
        target: valid.target.replace(/^\/api\/v10\//, prefix),
        refused: path.startsWith("/api/v10/")
      })
    )
  const absolute = fc
    .constantFrom("http://127.0.0.1", "http://elsewhere.example", "//elsewhere.example", "*", "ftp://x", "\\")
    .map((start): Draft => ({ ...valid, target: `${start}${valid.target}` }))
  if (names.length === 0) return fc.oneof(wrongVersion, absolute)
  const segments = fc.tuple(fc.constantFrom(...names), fc.constantFrom(...SEGMENTS)).map(
    ([name, segment]): Draft => ({
      ...valid,
      target: targetOf(path, (each) => (each === name ? segment : (params[each] ?? "0")), query),
      // EMOJI is the only segment that can be valid: where an emoji is expected.
      refused: name !== "emoji_name" || segment !== EMOJI
    })
  )
  const empty = fc.constantFrom(...names).map(
    (name): Draft => ({
      ...valid,
      target: targetOf(path, (each) => (each === name ? "" : (params[each] ?? "0")), query)
    })
  )
  return fc.oneof({ weight: 5, arbitrary: segments }, empty, wrongVersion, absolute)
}

const QUERY = [
  "%ZZ",
  "%00",
  "%FF",
  "[]",
  "true&true",
  "",
  "a".repeat(4_000),
  "-1",
  "1e999",
  "__proto__",
  "999999999999999999999"
]

const queries = (valid: Draft): fc.Arbitrary<Draft> => {
  const [path = "", search = ""] = valid.target.split("?")
  const names = [...new URLSearchParams(search).keys(), "__proto__", "constructor", "a[b]", "%00", "limit"]
  return fc
    .array(fc.tuple(fc.constantFrom(...names), fc.constantFrom(...QUERY)), { minLength: 1, maxLength: 5 })
    .map(
      (pairs): Draft => ({ ...valid, target: `${path}?${pairs.map(([name, value]) => `${name}=${value}`).join("&")}` })
    )
}

const methods = (valid: Draft): fc.Arbitrary<Draft> =>
  fc.oneof(
    fc
      .constantFrom("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "PURGE", "QUERY")
      .map((method): Draft => ({ ...valid, method })),
    fc.constantFrom("get", "FOO", "G\0T", "").map((method): Draft => ({ ...valid, method, refused: true }))
  )

interface HeaderChange {
  readonly name: string
  /** An empty list removes the header; several values repeat it. */
  readonly values: ReadonlyArray<string>
  readonly refused: boolean
}

const change = (name: string, values: ReadonlyArray<string>, refused = false): HeaderChange => ({
  name,
  values,
  refused
})

/** Apply to any request. */
const ANYWHERE: ReadonlyArray<HeaderChange> = [
  change("Host", ["evil.example"], true),
  change("Host", [""], true),
  change("Host", [], true),
  change("Host", ["127.0.0.1", "evil.example"], true),
  change("Host", ["127.0.0.1", "127.0.0.1"], true),
  change("Host", ["127.0.0.1@evil.example"], true),
  change("X-Junk", ["a".repeat(20_000)], true),
  change(
    "X-Junk",
    Array.from({ length: 500 }, () => "a")
  ),
  change("X-Junk", ["a\0b"], true),
  change("X-Junk\0", ["a"], true),
  change("__proto__", ["polluted"]),
  change("constructor", ["polluted"]),
  change("Content-Length", ["-1"], true),
  change("Content-Length", ["1e3"], true),
  change("Content-Length", ["99999999999999999999"], true),
  change("Content-Length", ["5", "6"], true),
  change("Content-Length", ["0"]),
  change("Expect", ["nonsense"], true),
  change("Expect", ["100-continue"]),
  change("Connection", ["Upgrade, close"]),
  change("Upgrade", ["websocket"]),
  change("Accept-Language", [";q=9,,,*;q=x, de;q=1e999"]),
  change("X-Discord-Locale", ["__proto__"]),
  change("Accept-Encoding", ["nonsense;q=9"]),
  change("Range", ["bytes=0-0,-1"]),
  change("If-Match", ["*"]),
  change("Cookie", ["a=b; ; ="])
]

const WITH_BODY: ReadonlyArray<HeaderChange> = [
  ...["gzip", "br", "zstd", "deflate", "identity, gzip", "nonsense"].map((coding) =>
    change("Content-Encoding", [coding], true)
  ),
  change("Transfer-Encoding", ["chunked"], true),
  change("Content-Type", ["application/json; charset=utf-16"]),
  change("Content-Type", ["APPLICATION/JSON ; a=b"])
]

const TYPED: ReadonlyArray<HeaderChange> = [
  change("Content-Type", [], true),
  ...["text/plain", "multipart/form-data; boundary=x", "application/jsonx", ",application/json", ";", "json"].map(
    (type) => change("Content-Type", [type], true)
  )
]

const KNOWN: ReadonlyArray<HeaderChange> = [
  ...["", "Bot", "Bot ", "Bot x", "Bearer", "Bearer \xff", "Basic !!!", "Basic Og==", "x".repeat(5_000)].map((value) =>
    change("Authorization", [value], true)
  ),
  change("Authorization", [], true)
]

const headers = (valid: Draft, { body, credential }: Sample, { surface, name }: Endpoint): fc.Arbitrary<Draft> => {
  const changes = [
    ...ANYWHERE,
    ...(body === undefined ? [] : WITH_BODY.map((one) => withLength(one, valid))),
    // A world may be YAML, so its content type proves nothing.
    ...(body === undefined || name === "put_world" ? [] : TYPED),
    ...(credential === "none" ? [] : KNOWN),
    change("Origin", ["https://evil.example"], surface === "control")
  ]
  return fc.constantFrom(...changes).map((one): Draft => {
    const others = valid.headers.filter(([header]) => header !== one.name)
    return {
      ...valid,
      headers: [...others, ...one.values.map((value) => [one.name, value] as const)],
      refused: one.refused
    }
  })
}

/** Sends both lengths at once. */
const withLength = (one: HeaderChange, { body }: Draft): HeaderChange =>
  one.name === "Transfer-Encoding" ? { ...one, values: [`chunked\r\nContent-Length: ${body?.length ?? 0}`] } : one

const bodies = (valid: Draft, { body }: Sample, { name }: Endpoint): ReadonlyArray<fc.Arbitrary<Draft>> => {
  if (body instanceof URLSearchParams) return [forms(valid, body)]
  if (body instanceof FileForm) return [fileForms(valid, body)]
  // A world that is not JSON may still be YAML.
  const refused = name !== "put_world"
  // This endpoint also accepts an empty body.
  const mayBeEmpty = name === "edit_lobby_channel_link"
  return [
    strangeJson(body).map((text): Draft => ({ ...valid, body: Buffer.from(text) })),
    strangeJson(body).map((text): Draft => ({ ...valid, body: Buffer.from(`\ufeff${text}`) })),
    brokenJson(body).map(
      (bytes): Draft => ({ ...valid, body: bytes, refused: refused && !(mayBeEmpty && bytes.length === 0) })
    )
  ]
}

const forms = (valid: Draft, form: URLSearchParams): fc.Arbitrary<Draft> =>
  fc
    .array(
      fc.tuple(fc.constantFrom(...form.keys(), "__proto__", "constructor"), fc.constantFrom(...QUERY, ...SEGMENTS)),
      {
        minLength: 1,
        maxLength: 4
      }
    )
    .map(
      (pairs): Draft => ({ ...valid, body: Buffer.from(pairs.map(([name, value]) => `${name}=${value}`).join("&")) })
    )

/** A part of it is repeated or left out. */
const fileForms = (valid: Draft, { bytes }: FileForm): fc.Arbitrary<Draft> =>
  fc.tuple(fc.nat(bytes.length), fc.nat(bytes.length)).map(
    ([until, from]): Draft => ({
      ...valid,
      body: Buffer.concat([bytes.subarray(0, until), bytes.subarray(from)])
    })
  )
