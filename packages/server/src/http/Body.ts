/**
 * Reads request bodies within a size limit, in the content types that the endpoint accepts.
 * Source: decisions 24 and 25; wire-rest.md §3.3 (40005, 50109); limits: domain `Limits.http`.
 */
import { http } from "@backlot/domain/base/Limits"
import { fault } from "@backlot/domain/error/Fault"
import { BodyTooLarge, InvalidForm, InvalidJson } from "@backlot/domain/error/ServiceError"
import { FILES_MAX, filesAt } from "@backlot/domain/guild/Boost"
import type { FormFile } from "@backlot/domain/validation/FormFile"
import { decodeJson } from "@backlot/domain/validation/JsonText"
import type { StorageError } from "@backlot/ports/Storage"
import { Effect, Result, Semaphore } from "effect"
import { payloadOf, readMultipart, totalSize } from "./Multipart.ts"
import type { Call } from "./Route.ts"
import type { Sent } from "./Sent.ts"
import { utf8Of } from "./Utf8.ts"

/** The JSON body of a request. */
export const json = (call: Call, maxBytes: number = http.bodyBytes) =>
  mediaType(call) === "application/json"
    ? Effect.flatMapEager(text(call, maxBytes), (sent) => parsed(call, sent))
    : Effect.fail(wrongType("application/json"))

const parsed = (call: Call, sent: string): Effect.Effect<unknown, InvalidForm | InvalidJson | StorageError> => {
  const body = decodeJson(call.request.meant?.(sent, "json") ?? sent)
  if (Result.isFailure(body)) return Effect.fail(body.failure)
  const named = call.named?.(body.success)
  return named === undefined ? judged(call, body.success) : Effect.flatMap(named, (known) => judged(call, known))
}

const judged = (call: Call, body: unknown): Effect.Effect<unknown, InvalidForm> => {
  call.note?.(body)
  const refused = call.refuse?.(body)
  return refused === undefined ? Effect.succeed(body) : Effect.fail(refused)
}

/** How many bytes of files a place allows: asked only for a form that may have more than every place allows. */
export type FilesLimit<E = never, R = never> = Effect.Effect<number, E, R>

const USUAL: FilesLimit = Effect.succeed(filesAt(undefined))

/** The body of a message, a response or a new thread: JSON, or a form with files. Source: wire-interactions.md §4.1, §4.3. */
export const message = Effect.fnUntraced(function* <E = never, R = never>(call: Call, limit?: FilesLimit<E, R>) {
  const type = mediaType(call)
  if (type === "application/json") return { body: yield* json(call), files: NO_FILES }
  if (type !== FORM_WITH_FILES && type !== FORM) {
    return yield* wrongType(["application/json", FORM, FORM_WITH_FILES].join("', '"))
  }
  const largest = yield* limit === undefined || isSmall(call) ? USUAL : limit
  const { fields, files } = yield* type === FORM ? urlEncoded(call) : multipart(call, largest)
  const payload = payloadOf({ fields, files })
  // §4.3 limits the sum of the sizes. The text beside the files has the limit of a body without files.
  // Our choice: docs/choices.md "Messages".
  if (totalSize(files) > largest) return yield* new BodyTooLarge()
  if (Buffer.byteLength(payload) > http.bodyBytes) return yield* new BodyTooLarge()
  return { body: yield* parsed(call, payload), files }
})

/** A body of a message that must be a form with files. */
export const onlyForm = (call: Call) =>
  mediaType(call) === FORM_WITH_FILES ? message(call) : Effect.fail(wrongType(FORM_WITH_FILES))

/** Reads the body of a message if `admit` allows the call; a body that waits in memory already may be read before that. */
export const messageIf = <E, R, E2 = never, R2 = never>(
  call: Call,
  admit: Effect.Effect<unknown, E, R>,
  limit?: FilesLimit<E2, R2>
) =>
  hasCome(call.request)
    ? // The step judges the same again, so only a refused body needs to know whether the address was refused before it.
      Effect.catch(message(call, limit), (refused) => Effect.andThen(admit, Effect.fail(refused)))
    : Effect.andThen(admit, message(call, limit))

const FORM = "application/x-www-form-urlencoded"
const FORM_WITH_FILES = "multipart/form-data"
const NO_FILES: ReadonlyArray<FormFile> = []

/** Whether the whole body is no larger than the files that every place allows. */
const isSmall = ({ request: { headers } }: Call): boolean =>
  Number(headers["content-length"] ?? Number.POSITIVE_INFINITY) <= filesAt(undefined)

/** Large forms wait for their turn, so that what they take in memory is bounded. */
const multipart = (call: Call, filesBytes: number) => {
  const most = filesBytes + http.bodyBytes
  const declared = Number(call.request.headers["content-length"] ?? most)
  const isLarge = declared > http.multipartBytes && declared <= most
  return isLarge ? turns.withPermit(readForm(call, most)) : readForm(call, most)
}

const turns = Semaphore.makeUnsafe(http.largeForms)

const readForm = Effect.fnUntraced(function* (call: Call, most: number) {
  const body = yield* bytes(call, most)
  const read = yield* readMultipart(call.request.headers["content-type"] ?? "", body)
  return read ?? (yield* unreadable)
})

const urlEncoded = (call: Call) =>
  Effect.map(text(call, http.bodyBytes), (sent) => ({ fields: new Map(new URLSearchParams(sent)), files: NO_FILES }))

/** The text of a body of any content type. */
export const text = (call: Call, maxBytes: number) => Effect.flatMapEager(bytes(call, maxBytes), decodeText)

/** The fields of an `application/x-www-form-urlencoded` body; undefined for any other content type. */
export const form = Effect.fnUntraced(function* (call: Call, maxBytes: number) {
  if (mediaType(call) !== FORM) return undefined
  const sent = yield* text(call, maxBytes)
  const fields = new URLSearchParams(call.request.meant?.(sent, "form") ?? sent)
  call.note?.(Object.fromEntries(fields))
  return fields
})

export const mediaType = ({ request: { headers } }: Call): string => {
  const type = headers["content-type"] ?? ""
  return type === "application/json" ? type : type.split(";", 1).join("").trim().toLowerCase()
}

/** Refuses a compressed body, so nothing is ever decompressed. Our choice: docs/choices.md "Registration". */
export const bytes = (
  { request }: Call,
  maxBytes: number
): Effect.Effect<Uint8Array, InvalidForm | BodyTooLarge | InvalidJson> => {
  if (!isPlain(request.headers["content-encoding"])) return Effect.fail(compressed)
  const declared = Number(request.headers["content-length"] ?? 0)
  if (declared > maxBytes) return Effect.fail(new BodyTooLarge())
  return Effect.suspend(() => {
    const whole = wholeOf(request)
    if (whole === undefined) return Effect.interruptible(collect(request, maxBytes))
    return whole.length > maxBytes ? Effect.fail(new BodyTooLarge()) : Effect.succeed(whole)
  })
}

/** A body that has come already, read without waiting for the events of its stream. */
const wholeOf = (sent: Sent): Buffer | undefined => {
  const { source } = sent
  if (!hasCome(sent)) return undefined
  const chunks: Array<Buffer> = []
  for (let chunk = source.read(); chunk !== null; chunk = source.read()) chunks.push(chunk)
  return joined(chunks)
}

const hasCome = ({ source }: Sent): boolean => source.complete && source.readable

const joined = (chunks: ReadonlyArray<Buffer>): Buffer => {
  const [first] = chunks
  return chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks)
}

/** Reads from Node directly, which is faster than a stream. `Writer` discards the rest after an overflow. */
const collect = ({ source, invite }: Sent, maxBytes: number) =>
  Effect.callback<Uint8Array, BodyTooLarge | InvalidJson>((resume) => {
    invite?.()
    const chunks: Array<Buffer> = []
    const stop = listen(source, {
      data: (chunk, size) => {
        if (size <= maxBytes) return void chunks.push(chunk)
        stop()
        resume(Effect.fail(new BodyTooLarge()))
      },
      end: () => resume(Effect.succeed(joined(chunks))),
      // The client has gone away and reads no answer.
      lost: () => resume(Effect.fail(new InvalidJson()))
    })
    return Effect.sync(() => {
      stop()
      source.destroy()
    })
  })

/**
 * Reads the rest of a request before its answer is sent: some clients fail on an answer that arrives while they still
 * send (undici's fetch, with a form). Stops at the size of a form and after `Limits.http.closeGraceMs`.
 */
export const discardRest = ({ source, headers }: Sent): Effect.Effect<void> | undefined => {
  const declared = Number(headers["content-length"] ?? 0)
  const waits = headers["expect"] !== undefined
  if (source.complete || source.destroyed || waits || declared > LARGEST_FORM) return undefined
  const read = Effect.callback<void>((resume) => {
    const end = () => resume(Effect.void)
    const stop = listen(source, {
      data: (_, size) => {
        if (size <= LARGEST_FORM) return
        stop()
        end()
      },
      end,
      lost: end
    })
    return Effect.sync(stop)
  })
  return Effect.asVoid(Effect.timeoutOption(Effect.interruptible(read), http.closeGraceMs))
}

const LARGEST_FORM = FILES_MAX + http.bodyBytes

interface Listener {
  /** `size` counts all bytes so far. */
  readonly data: (chunk: Buffer, size: number) => void
  readonly end: () => void
  /** The connection broke, or had ended before. */
  readonly lost: () => void
}

/** Listens until the request has ended, or until the returned function is called. */
const listen = (source: Sent["source"], { data, end, lost }: Listener): (() => void) => {
  let size = 0
  const onData = (chunk: Buffer) => {
    size += chunk.length
    data(chunk, size)
  }
  const stopping = (then: () => void) => () => {
    stop()
    then()
  }
  const onEnd = stopping(end)
  const onLost = stopping(lost)
  const stop = () => void source.off("data", onData).off("end", onEnd).off("close", onLost).off("error", onLost)
  if (source.destroyed || source.readableEnded) lost()
  else source.on("data", onData).on("end", onEnd).on("close", onLost).on("error", onLost)
  return stop
}

const isPlain = (encoding: string | undefined): boolean =>
  encoding === undefined || ["", "identity"].includes(encoding.trim().toLowerCase())

const decodeText = (body: Uint8Array): Effect.Effect<string, InvalidJson> => {
  const text = utf8Of(body)
  return text === undefined ? Effect.fail(new InvalidJson()) : Effect.succeed(text)
}

/** The fault of a body that cannot be read in this form. */
const refused = (code: string, message: string) => new InvalidForm({ faults: [fault([], { code, message })] })

const compressed = refused("CONTENT_ENCODING_INVALID", 'Expected the body as it is, without "Content-Encoding".')

const unreadable = refused(
  "MULTIPART_INVALID",
  `Expected a body of the content type multipart/form-data, of at most ${http.multipartParts} parts.`
)

const wrongType = (expected: string) =>
  refused("CONTENT_TYPE_INVALID", `Expected "Content-Type" header to be one of {'${expected}'}.`)
