/** The body of "use a command". Source: product.md "Control plane". */
import { type DecodedOptions, decodeOptions, type RawOption } from "@backlot/client/RawOption"
import { type Fault, fault, type Path } from "@backlot/domain/Fault"
import * as FormError from "@backlot/domain/FormError"
import { isLocale, LOCALES, type Locale } from "@backlot/domain/Locale"
import { InvalidForm } from "@backlot/domain/ServiceError"
import * as Shape from "@backlot/domain/Shape"
import { isSnowflake, type Snowflake } from "@backlot/domain/Snowflake"
import type { Wanted } from "@backlot/usecases/Surroundings"
import { Effect, Schema } from "effect"
import type { Attached } from "./Uploaded.ts"

export interface UseBody {
  readonly command_id: Snowflake | undefined
  readonly version: Snowflake | undefined
  readonly locale: Locale | undefined
  readonly autocomplete: boolean
  /** Malformed options are refused as options, by who reads them. */
  readonly input: DecodedOptions | { readonly text: string }
  readonly attachments: ReadonlyArray<Attached>
  readonly wanted: Wanted
}

const decode = Shape.decoder(
  Schema.Struct({
    command_id: Shape.field(Shape.Id),
    text: Shape.field(Shape.Text),
    version: Shape.field(Shape.Id),
    options: Shape.field(Shape.Any),
    locale: Shape.field(Shape.Text),
    autocomplete: Shape.field(Shape.Bool),
    target_id: Shape.field(Shape.Id),
    attachments: Shape.field(
      Shape.list(
        Schema.Struct({
          option: Shape.field(Shape.Text),
          filename: Shape.field(Shape.Text),
          content_type: Shape.field(Shape.Text),
          base64: Shape.field(Shape.Text)
        })
      )
    )
  })
)

type Draft = ReturnType<typeof decode>["value"]

/** The sound body, or every fault of it but those of its options. */
export const decodeUse = (body: unknown): Effect.Effect<UseBody, InvalidForm> => {
  const { value, faults } = decode(body)
  const all = Shape.withoutEchoes(
    faults,
    RULES.flatMap((rule) => rule(value))
  )
  return all.length > 0
    ? Effect.fail(new InvalidForm({ faults: all }))
    : Effect.succeed(complete(value, decodeOptions(value.options)))
}

const complete = (draft: Draft, decoded: DecodedOptions): UseBody => {
  const text = draft.text ?? undefined
  return {
    command_id: draft.command_id ?? undefined,
    version: draft.version ?? undefined,
    locale: isLocale(draft.locale) ? draft.locale : undefined,
    autocomplete: draft.autocomplete ?? false,
    input: text === undefined ? decoded : { text },
    attachments: (draft.attachments ?? []).map(({ option, filename, content_type, base64 }) => ({
      option: option ?? "",
      filename: filename ?? "",
      content_type: content_type ?? undefined,
      base64: base64 ?? ""
    })),
    wanted: text === undefined ? { ids: idsIn(decoded.options), everyone: false } : { ids: idsOf(text), everyone: true }
  }
}

const problem = (path: Path, code: string, message: string): ReadonlyArray<Fault> => [fault(path, { code, message })]

const RULES: ReadonlyArray<(draft: Draft) => ReadonlyArray<Fault>> = [
  ({ text, command_id }) =>
    (text ?? undefined) === undefined && (command_id ?? undefined) === undefined
      ? problem(["command_id"], "BASE_TYPE_REQUIRED", "Give command_id, or text such as /blep animal:dog.")
      : [],
  ({ text, command_id, options }) =>
    (text ?? undefined) !== undefined && (command_id ?? options ?? undefined) !== undefined
      ? problem(["text"], "NOT_BOTH", "Give either text, or command_id and options.")
      : [],
  ({ locale }) =>
    (locale ?? undefined) !== undefined && !isLocale(locale) ? [fault(["locale"], FormError.choices(LOCALES))] : [],
  ({ target_id }) =>
    (target_id ?? undefined) === undefined
      ? []
      : problem(["target_id"], "SERVICE_UNSUPPORTED", "Context menu commands are not supported by this service yet."),
  ({ attachments }) =>
    (attachments ?? []).flatMap((attachment, i) =>
      (["option", "filename", "base64"] as const).flatMap((name) =>
        (attachment[name] ?? undefined) === undefined ? [fault(["attachments", i, name], FormError.required)] : []
      )
    ),
  ({ attachments }) =>
    (attachments ?? []).flatMap(({ filename }, i) =>
      isFilename(filename ?? "x") ? [] : problem(["attachments", i, "filename"], "FILENAME_INVALID", BAD_FILENAME)
    ),
  ({ attachments }) =>
    (attachments ?? []).flatMap(({ content_type }, i) =>
      CONTENT_TYPE.test(content_type ?? "a/b")
        ? []
        : problem(["attachments", i, "content_type"], "CONTENT_TYPE_INVALID", "Must be a media type such as image/png.")
    )
]

/** Ours: what can be one segment of the file's URL. */
const isFilename = (name: string): boolean =>
  name !== "" && name.length <= FILENAME_MAX && name.isWellFormed() && name !== "." && name !== ".."

const FILENAME_MAX = 255
const BAD_FILENAME = `Must be a file's name of 1 to ${FILENAME_MAX} characters.`

/** It becomes a header of the download. */
const CONTENT_TYPE = /^[\w.+-]+\/[\w.+-]+(?:;[\x20-\x7e]*)?$/

/** Ids that option values may mean; the parser says which of them do. */
const idsIn = (options: ReadonlyArray<RawOption>): ReadonlyArray<Snowflake> =>
  options
    .flatMap(({ value, options: nested }) => [...(isSnowflake(value) ? [value] : []), ...idsIn(nested ?? [])])
    .slice(0, IDS_MAX)

const idsOf = (text: string): ReadonlyArray<Snowflake> =>
  (text.match(/\d{1,20}/g) ?? []).filter(isSnowflake).slice(0, IDS_MAX)

/** More than any command has options. */
const IDS_MAX = 100
